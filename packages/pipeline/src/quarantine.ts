/**
 * Quarantine: what was begun again and again without ever getting anywhere is taken for poison and set aside, so that
 * the queue goes on. Beginnings are counted in MongoDB, because whoever begins may not live to tell.
 */
import type { DecisionOf, Effect, QueuedStage, SubmissionRecord, TraceEntry } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '@sluice/domain';
import type { StageRun } from '@sluice/runtime';
import type { TenantStores } from '@sluice/store';
import { now, type Core } from './core.js';
import { handOn } from './hand-on.js';

/** A worker that dies takes much with it that is not to blame, so once or twice says nothing. */
const DEATHS_ALLOWED = 5;
const THROWS_ALLOWED = 25;
/** What cannot even be settled is looked at again after this long. */
const SET_ASIDE_MS = 5 * 60_000;

interface Counting {
  countTrouble(id: string, kind: 'restarts' | 'deaths'): Promise<number>;
}

/** Counts this beginning if it follows trouble; what it answers is too often. */
async function tooOften(
  counting: Counting,
  id: string,
  { trouble }: StageRun,
): Promise<TraceEntry | undefined> {
  if (!trouble) return undefined;
  const [kind, allowed] =
    trouble === 'died' ? (['deaths', DEATHS_ALLOWED] as const) : (['restarts', THROWS_ALLOWED] as const);
  const count = await counting.countTrouble(id, kind);
  if (count <= allowed) return undefined;
  return {
    looked: 'beginnings',
    verdict: 'failed',
    because: trouble === 'died' ? 'workers died with it in hand' : 'failed too often without an end',
    values: { [kind]: count },
  };
}

/** The decision that ends a submission begun too often; undefined for one that may be tried. */
export async function quarantineOf(
  { submissions, attempts }: TenantStores,
  { submissionId }: SubmissionRecord,
  stage: QueuedStage,
  run: StageRun,
): Promise<DecisionOf[QueuedStage] | undefined> {
  const entry = await tooOften(submissions, submissionId, run);
  if (!entry) return undefined;
  // A buyer who was called may have the lead: then its slot is kept until somebody finds out.
  const calls = stage === 'delivery' ? await attempts.of(submissionId) : [];
  // What was called off has its ending already.
  const ending = calls.at(-1)?.ending;
  if (ending) return ending;
  const unknown = calls.some(({ outcome }) => outcome === undefined || outcome.kind === 'unknown');
  return { kind: 'error', reason: unknown ? UNKNOWN_OUTCOME : 'quarantined', trace: [entry] };
}

/** Whether a decided submission was set aside for a while because settling it ended its workers too often. */
export async function setAside(core: Core, submission: SubmissionRecord, run: StageRun): Promise<boolean> {
  const { tenantId, submissionId } = submission;
  const { submissions } = core.stores.forTenant(tenantId);
  const entry = run.trouble === 'died' && (await tooOften(submissions, submissionId, run));
  if (!entry) return false;
  core.log.error('set aside: what was decided cannot be settled', {
    tenantId,
    submissionId,
    ...entry.values,
  });
  await submissions.postpone(submissionId, new Date(now(core).getTime() + SET_ASIDE_MS));
  return true;
}

/** Whether an effect that was begun too often was given up; a submission that waits for it then waits for people. */
export async function giveUpEffect(core: Core, effect: Effect, run: StageRun): Promise<boolean> {
  const { effects, submissions, journal } = core.stores.forTenant(effect.tenantId);
  const entry = await tooOften(effects, effect.effectId, run);
  if (!entry) return false;
  const decidedAt = now(core);
  const submission = effect.kind === 'action' && (await submissions.find(effect.submissionId));
  if (submission) {
    const decision = { kind: 'pending_action', reason: 'quarantined', trace: [entry] } as const;
    const { standing } = await journal.record(submission, 'action', 0, decision, decidedAt);
    await handOn(core, submission, { stage: 'action', generation: 0, decision: standing, decidedAt });
  }
  await effects.progress(effect.effectId, { status: 'failed', reason: 'quarantined' }, decidedAt);
  core.log.error('effect quarantined', {
    tenantId: effect.tenantId,
    effectId: effect.effectId,
    ...entry.values,
  });
  return true;
}
