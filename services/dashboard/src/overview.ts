/** What the overview shows, read in one go; what does not answer is absent. */
import { queues as declared } from '@sluice/contracts';
import { inspectQueue, type QueueReport } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
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
  readonly statuses?: Readonly<Record<string, number>>;
}

const COUNTS_STALENESS_MS = 10_000;

/** Reads the overview. Leads are counted at most every ten seconds, however many people look. */
export function createOverview(stores: Stores, redis: Redis): () => Promise<Overview> {
  let counted: { readonly leads: Promise<readonly LeadsOfTenant[]>; readonly until: number } | undefined;
  const leads = (): Promise<readonly LeadsOfTenant[]> => {
    if (counted && counted.until > performance.now()) return counted.leads;
    counted = { leads: countLeads(stores), until: performance.now() + COUNTS_STALENESS_MS };
    counted.leads.catch(() => (counted = undefined));
    return counted.leads;
  };
  return async () => {
    const [queues, lag, tenants] = await Promise.all([
      orNothing(Promise.all(declared.map((queue) => inspectQueue(queue, redis)))),
      orNothing(stores.due.lag()),
      orNothing(leads()),
    ]);
    return { at: new Date(), ...(queues && { queues }), ...(lag && { lag }), ...(tenants && { tenants }) };
  };
}

async function countLeads(stores: Stores): Promise<readonly LeadsOfTenant[]> {
  return Promise.all(
    (await stores.tenants.all()).map(async ({ tenantId, name }) => {
      const statuses = await orNothing(stores.forTenant(tenantId).leads.countByStatus());
      return { tenantId, name, ...(statuses && { statuses }) };
    }),
  );
}

function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch(() => undefined);
}
