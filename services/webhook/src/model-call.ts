/**
 * One call of a language model: claimed by inserting its attempt, made through the model's circuit, concluded under its
 * key with the verdict. Whoever finds an attempt claimed reads there what came of it.
 */
import { checkLabel, type DueEffect, type EffectAttempt } from '@sluice/contracts';
import {
  modelQuestion,
  readVerdict,
  redactSecrets,
  type ModelCall,
  type ModelQuestion,
} from '@sluice/domain';
import { eraseAgain, leadFacts, now } from '@sluice/pipeline';
import {
  MODEL_TIMEOUT_MS,
  modelRequest,
  readModelAnswer,
  type ModelServer,
  type OutboundAnswer,
} from '@sluice/providers';
import { failpoint } from '@sluice/process';
import {
  closingToken,
  isOrderedOpen,
  type AttemptOutcome,
  type AttemptsOf,
  type DeliveryAttempt,
  type StoredSubmission,
} from '@sluice/store';
import type { WebhookDeps } from './deps.js';

/** A claimed call has ended by then, and another worker may take over. */
export const CHECK_LEASE_MS = MODEL_TIMEOUT_MS + 5_000;
/** The maximum number of characters that are kept of an answer that is of no use. */
const LONGEST_ANSWER = 2_000;
/** An operator's order to leave the model alone counts as an open circuit, which is looked at again after so long. */
const LOOK_AGAIN_FOR_ORDER_MS = 30_000;
/** How soon a worker looks again for an attempt that is neither its own nor to be found. */
const LOOK_AGAIN_MS = 1_000;

/** What came of trying to call. */
export type Called =
  | { readonly kind: 'ended'; readonly call: ModelCall; readonly tried: Omit<EffectAttempt, 'outcome'> }
  /** Another worker makes this call until then. */
  | { readonly kind: 'under_way'; readonly until: Date };

/** Makes the call that follows those of `effect`, or says what another worker's has led to. */
export async function callModel(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  submission: StoredSubmission,
  server: ModelServer,
): Promise<Called> {
  const { attempts, circuitOrders, openCircuits } = deps.stores.forTenant(effect.tenantId);
  const { check, criteria } = effect.body;
  const of = attemptsOf(effect);
  const n = effect.attempts.length + 1;
  const label = checkLabel(check);
  const order = await circuitOrders.cached(label);
  const question = await questionAbout(deps, submission, criteria);
  const startedAt = now(deps);
  const leaseUntil = new Date(startedAt.getTime() + CHECK_LEASE_MS);

  const prepare = async (): Promise<boolean> => {
    if (!(await attempts.claim(of, { n, url: server.baseUrl, startedAt, leaseUntil }))) return false;
    await failpoint('after-attempt-before-call', submission);
    // A worker that was frozen here makes no call, because others may already treat its lease as over.
    if (now(deps).getTime() + MODEL_TIMEOUT_MS <= leaseUntil.getTime()) return true;
    await attempts.conclude(of, n, { kind: 'retry', reason: 'not_sent', endedAt: now(deps), durationMs: 0 });
    return false;
  };
  const call = () => deps.outbound.send(modelRequest(server, question));
  const endpoint = { tenantId: effect.tenantId, key: label, label };
  const answer = isOrderedOpen(order, startedAt)
    ? ({ kind: 'open', retryAfterMs: LOOK_AGAIN_FOR_ORDER_MS } as const)
    : await deps.circuits.run(endpoint, { prepare, call }, closingToken(order));
  if (answer.kind === 'not_prepared') return takeOver(deps, effect, n);
  if (answer.kind === 'open') {
    const { retryAfterMs } = answer;
    const until = new Date(startedAt.getTime() + retryAfterMs);
    // Shown to operators only, so a failed write is ignored.
    void openCircuits.note(label, until, startedAt, order).catch(() => undefined);
    return {
      kind: 'ended',
      call: { kind: 'circuit_open', retryAfterMs },
      tried: { at: startedAt, durationMs: 0 },
    };
  }

  const ended = read(answer, criteria, now(deps));
  await failpoint('after-call-before-outcome', submission);
  await attempts.conclude(of, n, outcomeOf(ended, answer, now(deps)));
  noteVerdict(deps, submission, { label, n, ended, answer });
  // The person may have been erased during the call, and the verdict may quote the answers.
  await eraseAgain(deps, submission);
  const redact = redactSecrets(server.apiKey === undefined ? [] : [server.apiKey]);
  return {
    kind: 'ended',
    call: ended,
    tried: {
      at: startedAt,
      durationMs: answer.durationMs,
      ...(answer.kind === 'answered' && {
        status: answer.status,
        answer: redact(answer.body).slice(0, LONGEST_ANSWER),
      }),
    },
  };
}

interface Noted {
  readonly label: string;
  readonly n: number;
  readonly ended: ModelCall;
  readonly answer: OutboundAnswer;
}

// Whether the server works is the circuit's to know; here only what it answers counts.
function noteVerdict(
  deps: WebhookDeps,
  { tenantId, leadId, submissionId }: StoredSubmission,
  { label, n, ended, answer }: Noted,
): void {
  if (answer.kind !== 'answered') return;
  const { status, durationMs } = answer;
  const isWhole = ended.kind === 'verdict';
  deps.stores.receivers.noteAnswer(tenantId, label, {
    ...{ at: now(deps), leadId, submissionId, n, status, durationMs },
    outcome: isWhole ? 'accepted' : 'unrecognised',
    ...(!isWhole && { unreadable: true }),
  });
}

/** The attempts at a check; a submission asks each check once. */
function attemptsOf({ effectId }: DueEffect<'check'>): AttemptsOf {
  return { submissionId: effectId, generation: 0 };
}

// Another worker claimed this call: it is in flight, or its worker died before it ended the check.
async function takeOver(deps: WebhookDeps, effect: DueEffect<'check'>, n: number): Promise<Called> {
  const { attempts } = deps.stores.forTenant(effect.tenantId);
  const at = now(deps);
  const claimed = (await attempts.ofGeneration(attemptsOf(effect))).find((attempt) => attempt.n === n);
  if (!claimed) return { kind: 'under_way', until: new Date(at.getTime() + LOOK_AGAIN_MS) };
  if (!claimed.outcome && claimed.leaseUntil > at) return { kind: 'under_way', until: claimed.leaseUntil };
  const { criteria } = effect.body;
  return { kind: 'ended', call: recalled(claimed, criteria), tried: triedAt(claimed) };
}

function recalled({ outcome }: DeliveryAttempt, criteria: readonly string[]): ModelCall {
  const verdict = outcome?.answer === undefined ? undefined : readVerdict(outcome.answer, criteria);
  return verdict
    ? { kind: 'verdict', verdict }
    : { kind: 'failed', reason: outcome?.reason ?? 'lease_ran_out' };
}

function triedAt({ startedAt: at, outcome }: DeliveryAttempt): Omit<EffectAttempt, 'outcome'> {
  const { durationMs = CHECK_LEASE_MS, status } = outcome ?? {};
  return { at, durationMs, ...(status !== undefined && { status }) };
}

async function questionAbout(
  deps: WebhookDeps,
  submission: StoredSubmission,
  criteria: readonly string[],
): Promise<ModelQuestion> {
  const { campaigns, fieldLibrary } = deps.stores.forTenant(submission.tenantId);
  const campaign = await campaigns.cached(submission.campaignId);
  const { data, now: at, timezone = 'UTC' } = await leadFacts(deps, submission, [campaign]);
  const labels = new Map((await fieldLibrary.allCached()).map(({ key, label }) => [key, label]));
  return modelQuestion(criteria, { data, labels, now: at, timezone });
}

function read(answer: OutboundAnswer, criteria: readonly string[], at: Date): ModelCall {
  const said = readModelAnswer(answer, at);
  if (said.kind === 'failed') return said;
  const verdict = said.kind === 'text' ? readVerdict(said.text, criteria) : undefined;
  return verdict ? { kind: 'verdict', verdict } : { kind: 'unusable' };
}

function outcomeOf(call: ModelCall, answer: OutboundAnswer, endedAt: Date): AttemptOutcome {
  const ended = {
    endedAt,
    durationMs: answer.durationMs,
    ...(answer.kind === 'answered' && { status: answer.status }),
  };
  switch (call.kind) {
    case 'verdict':
      return { kind: 'accepted', ...ended, answer: JSON.stringify(call.verdict) };
    case 'failed':
      return { kind: 'retry', ...ended, reason: call.reason };
    default:
      return { kind: 'unknown', ...ended, reason: 'answer_unusable' };
  }
}
