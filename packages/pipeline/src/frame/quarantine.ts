/**
 * Quarantine: a submission or effect that was started again and again without making progress is taken for poison and
 * ended, so that the queue can continue. Starts are counted in MongoDB, because the worker that counts may die. Effects
 * are ended in `effects/quarantine-effect.ts`.
 */
import {
  QUARANTINED,
  type DecisionOf,
  type DeliveryDecision,
  type QueuedStage,
  type SubmissionRecord,
  type TraceEntry,
} from '@sluice/contracts';
import { mayBeWithBuyer, UNKNOWN_OUTCOME } from '@sluice/domain';
import type { StageRun } from '@sluice/queue';
import type { AttemptsOf, TenantStores } from '@sluice/store';
import { now, type Core, type StoresFor } from '../core.js';

/** A worker that dies takes innocent work with it, so one or two deaths prove nothing. */
const DEATHS_ALLOWED = 5;
const THROWS_ALLOWED = 25;
/** When a decided submission whose workers keep dying is tried again. */
const CRASHED_RETRY_MS = 5 * 60_000;

interface Counting {
  countTrouble(id: string, kind: 'restarts' | 'deaths', at: string): Promise<number>;
}

/**
 * Counts this start if it follows trouble. Returns a trace entry once the count exceeds what is allowed. Throws are
 * counted separately for each step (`at`).
 */
export async function tooOften(
  counting: Counting,
  id: string,
  at: string,
  { trouble }: StageRun,
): Promise<TraceEntry | undefined> {
  if (!trouble) return undefined;
  const [kind, allowed] =
    trouble === 'died' ? (['deaths', DEATHS_ALLOWED] as const) : (['restarts', THROWS_ALLOWED] as const);
  const count = await counting.countTrouble(id, kind, at);
  if (count <= allowed) return undefined;
  return {
    looked: 'starts',
    verdict: 'failed',
    because: trouble === 'died' ? 'its worker crashed' : 'it kept failing',
    values: { [kind]: count },
  };
}

/** The decision that ends a submission started too often; undefined while it may be tried again. */
export async function quarantineOf(
  core: StoresFor<'clock' | 'forTenant'>,
  { tenantId, submissionId }: SubmissionRecord,
  stage: QueuedStage,
  generation: number,
  run: StageRun,
): Promise<DecisionOf[QueuedStage] | undefined> {
  const stores = core.stores.forTenant(tenantId);
  const entry = await tooOften(stores.submissions, submissionId, `${stage}.${generation}`, run);
  if (!entry) return undefined;
  if (stage === 'delivery') return endOfDelivery(core, stores, { submissionId, generation }, entry);
  return { kind: 'error', reason: QUARANTINED, trace: [entry] };
}

// If the buyer was called it may have the lead, so its slot is kept until an operator resolves it.
//
// 1. The attempts are read: the buyer was not called.
// 2. Another worker makes the next attempt.
// 3. Cancelling that attempt fails, so the attempts are read again: the buyer may have the lead.
async function endOfDelivery(
  core: StoresFor<'clock'>,
  { attempts }: Pick<TenantStores, 'attempts'>,
  of: AttemptsOf,
  entry: TraceEntry,
): Promise<DeliveryDecision> {
  for (;;) {
    const made = await attempts.ofGeneration(of);
    const last = made.at(-1);
    // A delivery whose next attempt was cancelled already has its ending.
    if (last?.ending) return last.ending;
    const reason = mayBeWithBuyer(made) ? UNKNOWN_OUTCOME : QUARANTINED;
    const ending: DeliveryDecision = { kind: 'error', reason, trace: [entry] };
    if (await attempts.cancel(of, (last?.n ?? 0) + 1, ending, now(core))) return ending;
  }
}

/** Postpones a decided submission if what follows its decision killed its workers too often. Returns whether it did. */
export async function postponeIfCrashing(
  core: StoresFor<'clock' | 'forTenant'> & Pick<Core, 'log'>,
  submission: SubmissionRecord,
  run: StageRun,
): Promise<boolean> {
  const { tenantId, submissionId } = submission;
  const { submissions } = core.stores.forTenant(tenantId);
  const entry = run.trouble === 'died' && (await tooOften(submissions, submissionId, 'after_decision', run));
  if (!entry) return false;
  core.log.error('postponed: what follows the decision crashes its workers', {
    tenantId,
    submissionId,
    ...entry.values,
  });
  await submissions.postpone(submissionId, new Date(now(core).getTime() + CRASHED_RETRY_MS));
  return true;
}
