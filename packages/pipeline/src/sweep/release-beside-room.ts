/**
 * Releases leads that wait although there is room. A process that releases a slot, or ends a lead's wait, releases the
 * next lead itself; this is for those that died in between.
 */
import type { Core, StoresFor } from '../core.js';
import { releaseNextWaiting } from '../holds/release-next-waiting.js';
import { failAlone } from './fail-alone.js';

/** Makes the oldest lead due that waits for a counter with room, for each such counter of every tenant. */
export async function releaseBesideRoom(
  core: StoresFor<'awaited' | 'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'log' | 'metrics'>,
): Promise<void> {
  for await (const { tenantId, names } of core.stores.awaited())
    await failAlone(core, 'release', { tenantId }, () => releaseNextWaiting(core, tenantId, names));
}
