/** Releasing slots, which always releases the next lead that waits for one. */
import { now, type StoresFor } from '../core.js';

/**
 * Releases the slots that `name` holds in `counters`, and makes the oldest lead waiting on each due at once.
 * Repeatable.
 */
export async function releaseSlots(
  core: StoresFor<'clock' | 'forTenant'>,
  tenantId: string,
  name: string,
  counters: readonly string[],
): Promise<void> {
  const { slots, submissions } = core.stores.forTenant(tenantId);
  await slots.release(name, counters);
  for (const counter of counters) await submissions.makeOldestDue(counter, now(core));
}
