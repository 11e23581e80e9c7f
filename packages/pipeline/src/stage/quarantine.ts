/**
 * Quarantine: a submission or effect that was started again and again without making progress is taken for poison and
 * ended, so that the queue can continue. Starts are counted in MongoDB, because the worker that counts may die.
 */
import type {
  DecisionOf,
  DeliveryDecision,
  Effect,
  QueuedStage,
  SubmissionRecord,
  TraceEntry,
} from '@sluice/contracts';
import { mayBeWithBuyer, UNKNOWN_OUTCOME } from '@sluice/domain';
import type { StageRun } from '@sluice/runtime';
import type { TenantStores } from '@sluice/store';
import { now, type Core } from '../core.js';
import { advance } from './advance.js';
import { showOutcome } from '../effects/show-outcome.js';
import { notifyOf } from '../effects/notify-of.js';

/** A worker that dies takes innocent work with it, so one or two deaths prove nothing. */
const DEATHS_ALLOWED = 5;
const THROWS_ALLOWED = 25;
/** When a submission that cannot even be settled is checked again. */
const SET_ASIDE_MS = 5 * 60_000;

interface Counting {
  countTrouble(id: string, kind: 'restarts' | 'deaths', at: string): Promise<number>;
}

/**
 * Counts this start if it follows trouble. Returns a trace entry once the count exceeds what is allowed. Throws are
 * counted separately for each step (`at`).
 */
async function tooOften(
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
  core: Pick<Core, 'stores'>,
  { tenantId, submissionId }: SubmissionRecord,
  stage: QueuedStage,
  generation: number,
  run: StageRun,
): Promise<DecisionOf[QueuedStage] | undefined> {
  const stores = core.stores.forTenant(tenantId);
  const entry = await tooOften(stores.submissions, submissionId, `${stage}.${generation}`, run);
  if (!entry) return undefined;
  if (stage === 'delivery') return endOfDelivery(core, stores, submissionId, entry);
  return { kind: 'error', reason: 'quarantined', trace: [entry] };
}

// If the buyer was called it may have the lead, so its slot is kept until an operator resolves it. Cancelling the
// next attempt ensures that no call follows this reading of the attempts. If a worker was faster, the next reading shows
// its attempt.
async function endOfDelivery(
  core: Pick<Core, 'stores'>,
  { attempts }: Pick<TenantStores, 'attempts'>,
  submissionId: string,
  entry: TraceEntry,
): Promise<DeliveryDecision> {
  for (;;) {
    const made = await attempts.of(submissionId);
    const last = made.at(-1);
    // A delivery whose next attempt was cancelled already has its ending.
    if (last?.ending) return last.ending;
    const reason = mayBeWithBuyer(made) ? UNKNOWN_OUTCOME : 'quarantined';
    const ending: DeliveryDecision = { kind: 'error', reason, trace: [entry] };
    if (await attempts.cancel(submissionId, (last?.n ?? 0) + 1, ending, now(core))) return ending;
  }
}

/** Sets a decided submission aside for a while if settling it killed its workers too often. Returns whether it did. */
export async function setAside(
  core: Pick<Core, 'stores' | 'log'>,
  submission: SubmissionRecord,
  run: StageRun,
): Promise<boolean> {
  const { tenantId, submissionId } = submission;
  const { submissions } = core.stores.forTenant(tenantId);
  const entry = run.trouble === 'died' && (await tooOften(submissions, submissionId, 'settling', run));
  if (!entry) return false;
  core.log.error('set aside: the decision cannot be settled', {
    tenantId,
    submissionId,
    ...entry.values,
  });
  await submissions.postpone(submissionId, new Date(now(core).getTime() + SET_ASIDE_MS));
  return true;
}

/**
 * Gives up an effect that was started too often, and returns whether it did. A submission that waits for the effect
 * then needs attention.
 */
export async function giveUpEffect(core: Core, effect: Effect, run: StageRun): Promise<boolean> {
  const { effects, submissions, journal } = core.stores.forTenant(effect.tenantId);
  const entry = await tooOften(effects, effect.effectId, effect.kind, run);
  if (!entry) return false;
  const decidedAt = now(core);
  const submission = effect.kind === 'action' && (await submissions.find(effect.submissionId));
  if (submission) {
    const decision = { kind: 'pending_action', reason: 'quarantined', trace: [entry] } as const;
    const { recorded } = await journal.record(submission, 'action', 0, decision, decidedAt);
    await advance(core, submission, { stage: 'action', generation: 0, decision: recorded, decidedAt });
  }
  if (effect.kind === 'sms') await giveUpMessage(core, effect);
  await effects.progress(effect.effectId, { status: 'failed', reason: 'quarantined' }, decidedAt);
  core.log.error('effect quarantined', {
    tenantId: effect.tenantId,
    effectId: effect.effectId,
    ...entry.values,
  });
  return true;
}

// Webhook receivers are notified that the message was not sent.
async function giveUpMessage(core: Pick<Core, 'stores' | 'producer' | 'log'>, effect: Effect): Promise<void> {
  const { messageId, interactionId, provider } = effect.body as Readonly<Record<string, string>>;
  if (messageId === undefined) return;
  const errorCode = 'quarantined';
  const { messages } = core.stores.forTenant(effect.tenantId);
  await messages.giveUp(messageId, { errorCode }, now(core));
  if ((await showOutcome(core, effect.tenantId, messageId))?.status !== 'failed') return;
  const data = { messageId, interactionId, provider, status: 'failed', errorCode };
  await notifyOf(core, effect, 'sms.failed', data);
}
