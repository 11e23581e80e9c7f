/** The first leads of a run. */
import type { DatabaseReader } from '../checker/database.js';
import type { Rig } from '../faults/fault.js';
import { until } from './until.js';

/** Of each tenant. */
const LEADS = 6;
/** After this time a slow machine begins the load with colder services. */
const WITHIN_MS = 8_000;
/** Later than anything that these leads plan. */
const AN_HOUR_MS = 3_600_000;

/**
 * Passes a few leads through every service, and resolves once they and their effects have ended. Services are slow at
 * their first leads: without this a short run would meet hardly any work in progress.
 */
export async function warmUp({ affiliates, tenants }: Rig, database: DatabaseReader): Promise<void> {
  for (const { tenantId } of tenants) {
    const leads = { campaignId: 'GOOD', count: LEADS, atOnce: LEADS, twins: false };
    affiliates.order(tenantId, { order: 'burst', ...leads });
  }
  await until(async () => {
    const finished = await database.finished();
    if (finished < LEADS * tenants.length) return false;
    return (await database.dueUntil(new Date(Date.now() + AN_HOUR_MS), [])) === 0;
  }, WITHIN_MS);
}
