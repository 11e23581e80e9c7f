/** What the overview shows, read in one go; what does not answer is absent. */
import { queues as declared } from '@sluice/contracts';
import { inspectQueue, type QueueReport } from '@sluice/runtime';
import type { LeadCounts, Stores } from '@sluice/store';
import type { Redis } from './redis.js';

/** The state of the installation. */
export interface Overview {
  readonly at: Date;
  /** Absent while Redis does not answer. */
  readonly queues?: readonly QueueReport[];
  /** Absent while MongoDB does not answer. */
  readonly lag?: { readonly overdue: number; readonly oldestMs: number };
  readonly tenants?: readonly LeadsOfTenant[];
}

interface LeadsOfTenant {
  readonly tenantId: string;
  readonly name: string;
  /** Absent when they could not be counted. */
  readonly counts?: LeadCounts;
}

/** Reads the overview. */
export async function readOverview(stores: Stores, redis: Redis): Promise<Overview> {
  const [queues, lag, tenants] = await Promise.all([
    orNothing(Promise.all(declared.map((queue) => inspectQueue(queue, redis)))),
    orNothing(stores.due.lag()),
    orNothing(readLeads(stores)),
  ]);
  return { at: new Date(), ...(queues && { queues }), ...(lag && { lag }), ...(tenants && { tenants }) };
}

async function readLeads(stores: Stores): Promise<readonly LeadsOfTenant[]> {
  return Promise.all(
    (await stores.tenants.all()).map(async ({ tenantId, name }) => {
      const counts = await orNothing(stores.forTenant(tenantId).leadCounts.cached());
      return { tenantId, name, ...(counts && { counts }) };
    }),
  );
}

function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined);
}
