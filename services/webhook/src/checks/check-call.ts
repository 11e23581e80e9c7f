/** One call of a check's vendor, and what is recorded of its answer, so that nobody asks again for it. */
import {
  checkLabel,
  longestTimeoutSeconds,
  type CheckName,
  type DueEffect,
  type EffectAttempt,
} from '@sluice/contracts';
import type { CheckCall, Patience, Redact } from '@sluice/domain';
import {
  attemptedCall,
  eraseAgain,
  nextOfEffect,
  now,
  RECORDING_MS,
  type EffectResult,
  type Uncalled,
} from '@sluice/pipeline';
import { MODEL_TIMEOUT_MS, type OutboundAnswer } from '@sluice/providers';
import type { AttemptOutcome, DeliveryAttempt, StoredSubmission } from '@sluice/store';
import { attemptsAtCall } from '../attempts-at-call.js';
import type { WebhookDeps } from '../deps.js';
import { triedAt } from '../tried-at.js';

/** Any claimed call has ended by then, and another worker may take over. */
export const CHECK_LEASE_MS = Math.max(MODEL_TIMEOUT_MS, longestTimeoutSeconds.lookup * 1_000) + RECORDING_MS;

/** What one kind of check asks, and how its answers are read; `Answer` is what a usable one says. */
export interface VendorCheck<Answer> {
  /** Who is called, without keys and without anything of the lead. */
  readonly url: string;
  readonly timeoutMs: number;
  /** Takes the keys out of a text that the vendor answered. */
  readonly redact: Redact;
  readonly send: () => Promise<OutboundAnswer>;
  readonly read: (answer: OutboundAnswer, at: Date) => CheckCall<Answer>;
  /** How often and how long it is waited for. */
  readonly patience: Patience;
  /** Why the check has failed although there is a usable answer; undefined if it has not. */
  readonly lacks?: (answer: Answer) => string | undefined;
  /** An answer from the JSON that is kept of it; undefined if the text is none. */
  readonly recall: (text: string) => Answer | undefined;
  /** Keeps an answer beyond the lead that it is about. */
  readonly keep?: (answer: Answer) => Promise<void>;
}

/** A check that ends without a call. */
export interface EndedCheck {
  readonly result: Exclude<EffectResult, { kind: 'again' }>;
}

/** A check that the call of another one may answer, which is looked at again then. */
export type WaitingCheck = Extract<Uncalled, { kind: 'under_way' }>;

/** The end of a check by an answer that another one got. */
export function answeredBefore(answer: object, at: Date): EndedCheck {
  const attempt = { at, durationMs: 0, outcome: 'done' as const, answer: JSON.stringify(answer) };
  return { result: { kind: 'done', reason: 'cached', attempt } };
}

/** A call that has ended: this worker's, or one that another worker left. */
export interface EndedCall<Answer> {
  readonly kind: 'ended';
  readonly call: CheckCall<Answer>;
  readonly tried: Omit<EffectAttempt, 'outcome'>;
}

/** Makes the call that follows those of `effect`, or says what another worker's has led to. */
export async function callVendor<Answer>(
  deps: WebhookDeps,
  effect: DueEffect<'check'>,
  submission: StoredSubmission,
  vendor: VendorCheck<Answer>,
): Promise<EndedCall<Answer> | Exclude<Uncalled, { kind: 'circuit_open' | 'left' }>> {
  const stores = deps.stores.forTenant(effect.tenantId);
  const label = checkLabel(effect.body.check);
  const of = attemptsAtCall(effect);
  const n = await nextOfEffect(stores.attempts, of, effect.attempts);
  const attempt = { of, n, url: vendor.url };
  const called = await attemptedCall(deps, stores.attempts, attempt, {
    timeoutMs: vendor.timeoutMs,
    circuit: {
      circuits: deps.circuits,
      endpoint: { tenantId: effect.tenantId, key: label, label },
      stores,
    },
    about: submission,
    prepare: async () => vendor.send,
    read: (answer, endedAt) => outcomeOf(vendor.read(answer, endedAt), answer, endedAt),
  });
  switch (called.kind) {
    case 'answered': {
      const { answer, startedAt, endedAt } = called;
      const ended = vendor.read(answer, endedAt);
      noteAnswer(deps, submission, { label, n, outcome: notedAs(ended, effect.body.check), answer });
      // The person may have been erased during the call, and the answer may quote the lead.
      await eraseAgain(deps, submission);
      return { kind: 'ended', call: ended, tried: triedAt(startedAt, answer, vendor.redact) };
    }
    case 'circuit_open': {
      // It counts as a call without an answer, because a lead is waiting.
      const at = now(deps);
      const retryAfterMs = called.until.getTime() - at.getTime();
      return { kind: 'ended', call: { kind: 'circuit_open', retryAfterMs }, tried: { at, durationMs: 0 } };
    }
    case 'left':
      return {
        kind: 'ended',
        call: recalled(called.left, vendor),
        tried: triedBefore(called.left, vendor.timeoutMs),
      };
    default:
      return called;
  }
}

interface Noted {
  readonly label: string;
  readonly n: number;
  readonly outcome: 'accepted' | 'retry' | 'unrecognised';
  readonly answer: OutboundAnswer;
}

// Whether the vendor works is the circuit's to know; here only what it answers counts.
function noteAnswer(
  deps: WebhookDeps,
  { tenantId, leadId, submissionId }: StoredSubmission,
  { label, n, outcome, answer }: Noted,
): void {
  if (answer.kind !== 'answered') return;
  const { status, durationMs } = answer;
  deps.stores.receivers.noteAnswer(tenantId, label, {
    ...{ at: now(deps), leadId, submissionId, n, status, durationMs },
    outcome,
    unreadable: outcome === 'unrecognised' ? true : undefined,
  });
}

// Of a language model it counts alone whether it gives verdicts.
function notedAs({ kind }: CheckCall<unknown>, check: CheckName): Noted['outcome'] {
  if (kind === 'verdict') return 'accepted';
  return kind === 'failed' && check !== 'llm' ? 'retry' : 'unrecognised';
}

function recalled<Answer>({ outcome }: DeliveryAttempt, { recall }: VendorCheck<Answer>): CheckCall<Answer> {
  const verdict = outcome?.answer === undefined ? undefined : recall(outcome.answer);
  return verdict === undefined
    ? { kind: 'failed', reason: outcome?.reason ?? 'lease_ran_out' }
    : { kind: 'verdict', verdict };
}

function triedBefore(
  { startedAt: at, outcome }: DeliveryAttempt,
  timeoutMs: number,
): Omit<EffectAttempt, 'outcome'> {
  const { durationMs = timeoutMs + RECORDING_MS, status } = outcome ?? {};
  return { at, durationMs, status };
}

function outcomeOf<Answer>(call: CheckCall<Answer>, answer: OutboundAnswer, endedAt: Date): AttemptOutcome {
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
