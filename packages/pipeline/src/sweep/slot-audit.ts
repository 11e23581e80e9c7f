/**
 * The audit of slots: settles the names that are open in a counter and that no worker will settle. Some were left behind by a
 * worker that died, or came too late, between reserving and deciding; others a counter was founded with, because their
 * leads were on their way to its owner, reserved there or not.
 */
import { counterOwner, countsFor, currentCounterNames, slotFromName } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { OpenSlot } from '@sluice/store';
import type { Core } from '../core.js';
import { failAlone } from './fail-alone.js';
import { giveBackSlots } from '../holds/give-back-slots.js';
import { inSlices } from './in-slices.js';

const AT_ONCE = 100;
/** Submissions accepted since then are still on their way, and are not audited. */
const YOUNG_MS = 30_000;

/** Settles the slots that no worker will, and says how many there were. */
export async function auditSlots(
  core: Pick<Core, 'stores' | 'log' | 'metrics'>,
  youngMs = YOUNG_MS,
): Promise<number> {
  const open = await core.stores.openSlots(youngMs);
  const settled = await inSlices(open, AT_ONCE, (slot) =>
    failAlone(core, 'slot', { ...slot }, async () => {
      const fate = await fateOf(core, slot);
      if (fate === 'wait') return false;
      const { tenantId, counter, name } = slot;
      if (fate === 'confirm') await core.stores.forTenant(tenantId).slots.confirm(name, [counter]);
      else await giveBackSlots(core, tenantId, name, [counter]);
      core.log.warn(fate === 'confirm' ? 'slot confirmed late' : 'orphaned slot given back', { ...slot });
      return true;
    }),
  );
  return settled.filter(Boolean).length;
}

// All grounds are final: a decision never changes, and a submission that has ended never moves again.
async function fateOf(core: Pick<Core, 'stores'>, slot: OpenSlot): Promise<'wait' | 'confirm' | 'release'> {
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
    (currentCounterNames(decision.slots, decision.campaignId).includes(counter) ||
      (owner !== undefined && slot.periodStart !== undefined && countsFor(decision, owner, slot)));
  if (decision && !counts) return 'release';
  if (submission?.dueAt !== undefined) return 'wait';
  if (!counts || !submission) return 'release';
  // A lead that the buyer may have taken keeps its slot until an operator finds out.
  if (submission.reason === UNKNOWN_OUTCOME) return 'wait';
  // Reserved again after the lead was placed, a name counts nothing.
  return submission.status === 'delivered' && slot.carried ? 'confirm' : 'release';
}
