/**
 * Releases leads that wait although there is room. A process that takes a name out, or ends a lead's wait, releases the
 * next lead itself; this is for those that died in between.
 */
import type { Core, StoresFor } from '../core.js';
import { releaseWaiting } from '../waiting/release-next-waiting.js';
import { failAlone } from './fail-alone.js';

/** Makes the oldest leads due that wait for a count with room, as many as there is room for, in every tenant. */
export async function releaseBesideRoom(
  core: StoresFor<'awaited' | 'clock' | 'forTenant' | 'tenants'> & Pick<Core, 'log' | 'metrics'>,
): Promise<void> {
  for await (const { tenantId, names } of core.stores.awaited())
    await failAlone(core, 'release', { tenantId }, () => releaseWaiting(core, tenantId, names));
}
