/**
 * The audit of counts: takes out open names that no worker will take out. They were left by a worker that died, or that
 * lost to another worker, between opening a name and recording its decision. It also drops the counted names that the
 * worker that ended their submissions did not drop before it stopped.
 */
import { groupBy } from '@sluice/concurrency';
import { countsIn, isSupplierSlot, slotFromName } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { AuditedNames, OpenNameOf } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { releaseAfter } from '../waiting/release-next-waiting.js';
import { failAlone } from './fail-alone.js';
import { inChunks } from './in-chunks.js';

const AT_ONCE = 100;
/** Names opened more recently than this belong to leads in progress and are not audited. */
const YOUNG_MS = 30_000;
/** Of one count in one audit; each holds a thousand names. */
const MOST_DOCUMENTS = 20;

/** What an audit uses of the core. */
type AuditCore = StoresFor<'activeHolds' | 'clock' | 'forTenant' | 'openNames' | 'tenants'> &
  Pick<Core, 'log' | 'metrics'>;

/** An audit that is under way. */
export type Auditing = AsyncGenerator<number, 'on_hold' | undefined>;

/**
 * Takes out the orphaned names, and sets the names aside that have waited for long. Returns how many were orphaned. The
 * older a name is, the more seldom it is looked at. Those of a tenant on hold have to wait for the release: most of them
 * belong to leads on hold.
 */
export async function auditCounts(
  core: AuditCore,
  audited: Partial<Omit<AuditedNames, 'except'>> = {},
): Promise<number> {
  let released = 0;
  for await (const orphaned of auditing(core, audited)) released += orphaned;
  return released;
}

/**
 * The same page by page, for a process that may have to stop in between and to continue later. Yields how many of a page
 * were orphaned, and ends at once while the installation is on hold.
 */
export async function* auditing(
  core: AuditCore,
  { youngMs = YOUNG_MS, sinceMs = Infinity }: Partial<Omit<AuditedNames, 'except'>> = {},
): Auditing {
  const { installation, tenants } = await core.stores.activeHolds.read();
  if (installation) return 'on_hold';
  for await (const { names, crowded } of core.stores.openNames({ youngMs, sinceMs, except: [...tenants] })) {
    const open = names.filter(({ opening }) => opening !== undefined);
    const orphaned = await inChunks(open, AT_ONCE, (one) =>
      failAlone(core, 'slot', { ...one }, () => audit(core, one)),
    );
    const counted = names.filter(({ opening }) => opening === undefined);
    for (const ofCount of groupBy(counted, ({ tenantId, count }) => `${tenantId}/${count}`).values())
      await forgetEnded(core, ofCount);
    await inChunks(crowded, AT_ONCE, ({ tenantId, count }) =>
      failAlone(core, 'slot', { tenantId, count }, async () => {
        const { counts } = core.stores.forTenant(tenantId);
        for (let times = 0; times < MOST_DOCUMENTS; times += 1)
          if ((await counts.setAside(count)) === 0) return;
      }),
    );
    yield orphaned.filter(Boolean).length;
  }
  return undefined;
}

// Returns whether the name was an orphan, and is taken out now.
async function audit(core: AuditCore, one: OpenNameOf): Promise<boolean> {
  const { tenantId, count, name, opening = '' } = one;
  if (!(await isOrphaned(core, { ...one, opening }))) return false;
  await core.stores.forTenant(tenantId).counts.release({ name, opening }, [count]);
  await releaseAfter(core, tenantId, [count]);
  core.log.warn('orphaned slot released', { ...one });
  return true;
}

async function forgetEnded(core: AuditCore, counted: readonly OpenNameOf[]): Promise<void> {
  const [{ tenantId, count }] = counted as readonly [OpenNameOf];
  const ended = await inChunks(counted, AT_ONCE, (one) =>
    failAlone(core, 'slot', { ...one }, () => hasEnded(core, one)),
  );
  const names = counted.flatMap(({ name }, index) => (ended[index] ? [name] : []));
  if (names.length > 0) await core.stores.forTenant(tenantId).counts.forget(count, names);
}

async function hasEnded(core: StoresFor<'forTenant'>, { tenantId, name }: OpenNameOf): Promise<boolean> {
  const { submissionId } = slotFromName(name);
  // What a supplier sent is counted once by the decision itself, which no later one replaces.
  if (isSupplierSlot(name)) return true;
  return (await core.stores.forTenant(tenantId).submissions.find(submissionId))?.dueAt === undefined;
}

// Each of these reasons is final: a decision never changes, and an ended submission never resumes.
async function isOrphaned(
  core: StoresFor<'forTenant'>,
  { tenantId, count, name, opening }: Required<OpenNameOf>,
): Promise<boolean> {
  const { submissions, journal } = core.stores.forTenant(tenantId);
  const { submissionId, generation } = slotFromName(name);
  if (isSupplierSlot(name)) {
    const [of, first] = await Promise.all([
      submissions.find(submissionId),
      journal.find(submissionId, 'qualification', 0),
    ]);
    // Its own is counted when the sweep carries the decision out.
    return of?.dueAt === undefined || (first !== undefined && first.opening !== opening);
  }
  const [submission, decision, answered] = await Promise.all([
    submissions.find(submissionId),
    journal.find(submissionId, 'routing', generation),
    journal.find(submissionId, 'delivery', generation),
  ]);
  // Another worker decided, and this one died before it gave back what it had opened.
  if (decision && !(countsIn(decision, count) && decision.opening === opening)) return true;
  // Passing it on gave the room back, and a late worker has opened its name once more.
  if (answered?.kind === 'passed_on') return true;
  if (submission?.dueAt !== undefined) return false;
  // If the buyer may have the lead, its slot is kept until an operator resolves the outcome. A placed lead was counted
  // before its end was written, and a late worker has opened its name once more.
  return !decision || submission?.reason !== UNKNOWN_OUTCOME;
}
