/**
 * The audit of slots: settles open slots that no worker will settle. Some were left by a worker that died, or that lost
 * to another worker, between reserving and deciding. Others stem from the founding of a counter: it is founded with a
 * slot for each lead that is in progress towards its owner, whether or not that lead has reserved one.
 */
import { counterOwner, countsFor, slotFromName } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { OpenSlot } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { failAlone } from './fail-alone.js';
import { releaseSlots } from '../holds/release-slots.js';
import { inSlices } from './in-slices.js';

const AT_ONCE = 100;
/** Submissions accepted more recently than this are still in progress and are not audited. */
const YOUNG_MS = 30_000;

/**
 * Settles the slots that no worker will settle, and returns how many there were. Those of a tenant on hold have to wait
 * for the release: most of them belong to leads on hold, and all would be read again in each audit.
 */
export async function auditSlots(
  core: StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'openSlots'> & Pick<Core, 'log' | 'metrics'>,
  youngMs = YOUNG_MS,
): Promise<number> {
  const { installation, tenants } = await core.stores.activeHolds.read();
  if (installation) return 0;
  const open = await core.stores.openSlots(youngMs, [...tenants]);
  const settled = await inSlices(open, AT_ONCE, (slot) =>
    failAlone(core, 'slot', { ...slot }, async () => {
      const fate = await fateOf(core, slot);
      if (fate === 'wait') return false;
      const { tenantId, counter, name } = slot;
      if (fate === 'confirm') {
        const { slots } = core.stores.forTenant(tenantId);
        await slots.confirm(name, [counter]);
        slots.ended(name, [counter]);
      } else await releaseSlots(core, tenantId, name, [counter]);
      core.log.warn(fate === 'confirm' ? 'slot confirmed late' : 'orphaned slot released', { ...slot });
      return true;
    }),
  );
  return settled.filter(Boolean).length;
}

// Each of these reasons is final: a decision never changes, and an ended submission never resumes.
async function fateOf(core: StoresFor<'forTenant'>, slot: OpenSlot): Promise<'wait' | 'confirm' | 'release'> {
  const { tenantId, counter, name } = slot;
  const { submissions, journal } = core.stores.forTenant(tenantId);
  const { submissionId, generation } = slotFromName(name);
  const [submission, decision] = await Promise.all([
    submissions.find(submissionId),
    journal.find(submissionId, 'routing', generation),
  ]);
  const owner = counterOwner(counter);
  const counts =
    decision?.kind === 'routed' &&
    (decision.slots.includes(counter) ||
      (owner !== undefined && slot.periodStart !== undefined && countsFor(decision, owner, slot)));
  if (decision && !counts) return 'release';
  if (submission?.dueAt !== undefined) return 'wait';
  if (!counts || !submission) return 'release';
  // If the buyer may have the lead, its slot is kept until an operator resolves the outcome.
  if (submission.reason === UNKNOWN_OUTCOME) return 'wait';
  // If the counter was founded with this name, the placement is not counted yet. Otherwise it is, and a late worker
  // reserved the name once more.
  return submission.status === 'delivered' && slot.carried ? 'confirm' : 'release';
}
