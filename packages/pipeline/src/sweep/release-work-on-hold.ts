/**
 * Makes the work of tenants due whose hold has ended.
 *
 * 1. A worker asks for the hold, and is told that there is one.
 * 2. The hold ends, with one write. The sweeping process makes the tenant's work due; where it dies, the next continues.
 * 3. The worker puts its lead on hold. The next look finds work on hold without a hold, and makes it due.
 */
import { deliveryQueue, effectQueues, type QueueDefinition } from '@sluice/contracts';
import type { HoldScope } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { failAlone } from './fail-alone.js';

/** What a release uses of the core. */
export type ReleaseDeps = StoresFor<'activeHolds' | 'workOnHold'> &
  Pick<Core, 'producer' | 'log' | 'metrics'>;

/** Makes some of the released work due, the oldest of each tenant first, and returns how much. */
export type ReleaseWorkOnHold = () => Promise<number>;

/**
 * A release refills its queues up to this many leads or effects, so that a hundred thousand of them neither fill Redis
 * nor make the gateway refuse new leads.
 */
const WAITING_AT_MOST = 5_000;
/** However long the queues are, because others fill them, a release continues with this many a time. */
const RELEASED_AT_LEAST = 500;
const TENANTS_AT_ONCE = 100;

const queuesOf: Readonly<Record<HoldScope, readonly Pick<QueueDefinition, 'name' | 'prefix'>[]>> = {
  submissions: [deliveryQueue],
  effects: Object.values(effectQueues),
};
const scopes = ['submissions', 'effects'] as const satisfies readonly HoldScope[];

/** Creates the release of one process. Each call continues with the tenants after those of the last one. */
export function createReleaseWorkOnHold(core: ReleaseDeps): ReleaseWorkOnHold {
  const lastTenant = { submissions: '', effects: '' };

  async function releaseOf(scope: HoldScope, holding: readonly string[]): Promise<number> {
    const { workOnHold } = core.stores;
    const after = lastTenant[scope];
    const tenants = await workOnHold.releasableTenants(scope, holding, { after, limit: TENANTS_AT_ONCE });
    lastTenant[scope] = tenants.length < TENANTS_AT_ONCE ? '' : (tenants.at(-1) ?? '');
    // Nothing after the last one: begin again with the first.
    if (tenants.length === 0) return after === '' ? 0 : releaseOf(scope, holding);
    const each = Math.ceil((await roomIn(queuesOf[scope])) / tenants.length);
    let released = 0;
    for (const tenantId of tenants) {
      const made = await failAlone(core, 'release', { tenantId, scope }, () =>
        workOnHold.release(scope, tenantId, each),
      );
      released += made ?? 0;
    }
    return released;
  }

  async function roomIn(queues: (typeof queuesOf)[HoldScope]): Promise<number> {
    const loads = await Promise.all(queues.map((queue) => core.producer.load(queue)));
    const waiting = loads.reduce((sum, load) => sum + load.waiting, 0);
    return Math.max(RELEASED_AT_LEAST, WAITING_AT_MOST - waiting);
  }

  return async () => {
    const { installation, tenants } = await core.stores.activeHolds.read();
    if (installation) return 0;
    let released = 0;
    for (const scope of scopes) released += await releaseOf(scope, [...tenants]);
    if (released > 0) core.log.info('released from hold', { released });
    return released;
  };
}
