/**
 * The audit of counts: takes out open names that no worker will take out. They were left by a worker that died, or that
 * lost to another worker, between opening a name and recording its decision. It also drops the counted names that the
 * worker that ended their submissions did not drop before it stopped.
 */
import { countsIn, slotFromName } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { OpenNameOf } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { releaseAfter } from '../holds/release-next-waiting.js';
import { failAlone } from './fail-alone.js';
import { inChunks } from './in-chunks.js';

const AT_ONCE = 100;
/** Submissions accepted more recently than this are still in progress and are not audited. */
const YOUNG_MS = 30_000;

/**
 * Takes out the orphaned names, and returns how many there were. Those of a tenant on hold have to wait for the release:
 * most of them belong to leads on hold, and all would be read again in each audit.
 */
export async function auditCounts(
  core: StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'openNames' | 'tenants'> &
    Pick<Core, 'log' | 'metrics'>,
  youngMs = YOUNG_MS,
): Promise<number> {
  const { installation, tenants } = await core.stores.activeHolds.read();
  if (installation) return 0;
  const open = await core.stores.openNames(youngMs, [...tenants]);
  const released = await inChunks(open, AT_ONCE, (one) =>
    failAlone(core, 'slot', { ...one }, async () => {
      const { tenantId, count, name } = one;
      const { counts } = core.stores.forTenant(tenantId);
      if (one.isCounted) {
        if (await hasEnded(core, one)) counts.ended(name, [count]);
        return false;
      }
      if (!(await isOrphaned(core, one))) return false;
      await counts.release(name, [count]);
      await releaseAfter(core, tenantId, [count]);
      core.log.warn('orphaned slot released', { ...one });
      return true;
    }),
  );
  return released.filter(Boolean).length;
}

// The next change of the count drops such a name.
async function hasEnded(core: StoresFor<'forTenant'>, { tenantId, name }: OpenNameOf): Promise<boolean> {
  const { submissionId } = slotFromName(name);
  return (await core.stores.forTenant(tenantId).submissions.find(submissionId))?.dueAt === undefined;
}

// Each of these reasons is final: a decision never changes, and an ended submission never resumes.
async function isOrphaned(
  core: StoresFor<'forTenant'>,
  { tenantId, count, name }: OpenNameOf,
): Promise<boolean> {
  const { submissions, journal } = core.stores.forTenant(tenantId);
  const { submissionId, generation } = slotFromName(name);
  const [submission, decision, answered] = await Promise.all([
    submissions.find(submissionId),
    journal.find(submissionId, 'routing', generation),
    journal.find(submissionId, 'delivery', generation),
  ]);
  if (decision && !countsIn(decision, count)) return true;
  // Passing it on gave the room back, and a late worker has opened its name once more.
  if (answered?.kind === 'passed_on') return true;
  if (submission?.dueAt !== undefined) return false;
  // If the buyer may have the lead, its slot is kept until an operator resolves the outcome. A placed lead was counted
  // before its end was written, and a late worker has opened its name once more.
  return !decision || submission?.reason !== UNKNOWN_OUTCOME;
}
