/** One call of a language model: its question, and what is recorded of its answer, so that nobody asks again for it. */
import { checkLabel, type DueEffect, type EffectAttempt } from '@sluice/contracts';
import { modelQuestion, readVerdict, type ModelCall, type ModelQuestion } from '@sluice/domain';
import {
  attemptedCall,
  eraseAgain,
  leadFacts,
  nextOfEffect,
  now,
  RECORDING_MS,
  type Uncalled,
} from '@sluice/pipeline';
import {
  MODEL_TIMEOUT_MS,
  modelRequest,
  readModelAnswer,
  type ModelServer,
  type OutboundAnswer,
} from '@sluice/providers';
import type { AttemptOutcome, AttemptsOf, DeliveryAttempt, StoredSubmission } from '@sluice/store';
import type { WebhookDeps } from './deps.js';
import { triedAt } from './tried-at.js';

/** A claimed call has ended by then, and another worker may take over. */
export const CHECK_LEASE_MS = MODEL_TIMEOUT_MS + RECORDING_MS;

/** A call that has ended: this worker's, or one that another worker left. */
export interface EndedCall {
  readonly kind: 'ended';
  readonly call: ModelCall;
  readonly tried: Omit<EffectAttempt, 'outcome'>;
}

/** Makes the call that follows those of `effect`, or says what another worker's has led to. */
export async function callModel(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  submission: StoredSubmission,
  server: ModelServer,
): Promise<EndedCall | Exclude<Uncalled, { kind: 'circuit_open' | 'left' }>> {
  const stores = deps.stores.forTenant(effect.tenantId);
  const { check, criteria } = effect.body;
  const label = checkLabel(check);
  const question = await questionAbout(deps, submission, criteria);
  const n = await nextOfEffect(stores.attempts, attemptsOf(effect), effect.attempts);
  const attempt = { of: attemptsOf(effect), n, url: server.baseUrl };
  const called = await attemptedCall(deps, stores.attempts, attempt, {
    timeoutMs: MODEL_TIMEOUT_MS,
    circuit: {
      circuits: deps.circuits,
      endpoint: { tenantId: effect.tenantId, key: label, label },
      stores,
    },
    about: submission,
    prepare: async () => () => deps.outbound.send(modelRequest(server, question)),
    read: (answer, endedAt) => outcomeOf(read(answer, criteria, endedAt), answer, endedAt),
  });
  switch (called.kind) {
    case 'answered': {
      const { answer, startedAt, endedAt } = called;
      const ended = read(answer, criteria, endedAt);
      noteVerdict(deps, submission, { label, n, ended, answer });
      // The person may have been erased during the call, and the verdict may quote the answers.
      await eraseAgain(deps, submission);
      return { kind: 'ended', call: ended, tried: triedAt(startedAt, answer, server.apiKey) };
    }
    case 'circuit_open': {
      // It counts as a call without an answer, because a lead is waiting.
      const at = now(deps);
      const retryAfterMs = called.until.getTime() - at.getTime();
      return { kind: 'ended', call: { kind: 'circuit_open', retryAfterMs }, tried: { at, durationMs: 0 } };
    }
    case 'left':
      return { kind: 'ended', call: recalled(called.left, criteria), tried: triedBefore(called.left) };
    default:
      return called;
  }
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
    unreadable: !isWhole ? true : undefined,
  });
}

/** The attempts at a check; a submission asks each check once. */
function attemptsOf({ effectId }: DueEffect<'check'>): AttemptsOf {
  return { submissionId: effectId, generation: 0 };
}

function recalled({ outcome }: DeliveryAttempt, criteria: readonly string[]): ModelCall {
  const verdict = outcome?.answer === undefined ? undefined : readVerdict(outcome.answer, criteria);
  return verdict
    ? { kind: 'verdict', verdict }
    : { kind: 'failed', reason: outcome?.reason ?? 'lease_ran_out' };
}

function triedBefore({ startedAt: at, outcome }: DeliveryAttempt): Omit<EffectAttempt, 'outcome'> {
  const { durationMs = CHECK_LEASE_MS, status } = outcome ?? {};
  return { at, durationMs, status };
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
    status: answer.kind === 'answered' ? answer.status : undefined,
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
