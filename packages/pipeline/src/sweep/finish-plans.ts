/** Finishes the plans that dead processes have left: half-written configurations, and held leads not reconsidered. */
import type { Core } from '../core.js';
import { finishPlan, reconsiderAll, type PlanStores } from '../holds/finish-plan.js';
import { failAlone } from './fail-alone.js';

const AT_ONCE = 20;

/** What finishing plans uses. */
export interface FinishDeps extends Pick<Core, 'log' | 'metrics'> {
  readonly stores: PlanStores;
}

/** Finishes what was begun before `at`: some of it, if there is much. */
export async function finishPlans(core: FinishDeps, at: Date): Promise<void> {
  const { configurations, tenants } = core.stores;
  await forEach(core, await configurations.unfinished(at, AT_ONCE), async (tenantId) => {
    const heldLeadsDue = await finishPlan(core.stores, tenantId);
    core.log.warn('finished a change of configuration that its process had left', { tenantId, heldLeadsDue });
  });
  await forEach(core, await tenants.stillChanging(at, AT_ONCE), (tenantId) =>
    reconsiderAll(core.stores, tenantId, at),
  );
}

// Together, because each waits until every process knows the change.
async function forEach(
  core: FinishDeps,
  tenantIds: readonly string[],
  finish: (tenantId: string) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    tenantIds.map((tenantId) => failAlone(core, 'plans', { tenantId }, () => finish(tenantId))),
  );
}
