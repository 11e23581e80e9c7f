/**
 * The audit of slots: a name that is open in a counter although nothing can come of it any more is given back. Such
 * names are left behind by a worker that died, or came too late, between reserving and deciding.
 */
import { slotFromName } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { OpenSlot } from '@sluice/store';
import type { Core } from './core.js';
import { failAlone } from './fail-alone.js';
import { giveBackSlots } from './give-back-slots.js';
import { inSlices } from './in-slices.js';

const AT_ONCE = 100;
/** Submissions accepted since then are still on their way, and are not looked at. */
const YOUNG_MS = 30_000;

/** Gives orphaned slots back, and says how many there were. */
export async function auditSlots(core: Core, youngMs = YOUNG_MS): Promise<number> {
  const open = await core.stores.openSlots(youngMs);
  const givenBack = await inSlices(open, AT_ONCE, (slot) =>
    failAlone(core, 'slot', { ...slot }, async () => {
      if (!(await isOrphan(core, slot))) return false;
      await giveBackSlots(core, slot.tenantId, slot.name, [slot.counter]);
      core.log.warn('orphaned slot given back', { ...slot });
      return true;
    }),
  );
  return givenBack.filter(Boolean).length;
}

// Both grounds are final: a decision never changes, and a submission that has ended never moves again.
async function isOrphan(core: Core, { tenantId, counter, name }: OpenSlot): Promise<boolean> {
  const { submissions, journal } = core.stores.forTenant(tenantId);
  const { submissionId, generation } = slotFromName(name);
  const [submission, decision] = await Promise.all([
    submissions.find(submissionId),
    journal.standing(submissionId, 'routing', generation),
  ]);
  const used = decision?.kind === 'routed' && decision.slots.includes(counter);
  if (decision && !used) return true;
  if (submission?.dueAt !== undefined) return false;
  // A lead that the buyer may have taken keeps its slot until somebody finds out.
  return !(used && submission?.reason === UNKNOWN_OUTCOME);
}
