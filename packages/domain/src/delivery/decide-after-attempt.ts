/**
 * What follows from an attempt: an end, or another attempt at a certain time. An attempt of unknown outcome counts
 * until the end: the buyer may have the lead, so a later refusal does not release its slot.
 */
import type { DeliveryDecision, Routed, Trace, TraceEntry } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '../lifecycle/endings.js';
import { fixedPrice } from '../money/price.js';
import { ANSWER_UNREADABLE, type AttemptResult } from './attempt-result.js';
import { deliveryRetryDelaysMs, retryAt, type EndedCall } from './retries.js';

/** An attempt that was made. Without an outcome, its lease has expired. */
export interface PastAttempt {
  /** 1 for the first. */
  readonly n: number;
  readonly outcome?: {
    readonly kind: string;
    readonly reason?: string;
    readonly status?: number;
    readonly durationMs?: number;
  };
}

/** An attempt that has just ended, and everything that decides what follows. */
export interface EndedAttempt extends EndedCall {
  /** The attempts before this one. */
  readonly earlier: readonly PastAttempt[];
  readonly result: AttemptResult;
  readonly status?: number;
  readonly durationMs?: number;
  readonly destination: {
    readonly retries: number;
    readonly onAmbiguous: 'retry' | 'hold';
    readonly trace: Trace;
  };
  /** The campaign and client that the lead was routed to, and on which terms. */
  readonly placement: Pick<Routed, 'campaignId' | 'clientId' | 'priceTerms'>;
}

/** What follows. `keepsSlot` is whether the reserved slots stay taken; otherwise they are released. */
export type AfterAttempt =
  | { readonly kind: 'final'; readonly decision: DeliveryDecision; readonly keepsSlot: boolean }
  | { readonly kind: 'again'; readonly at: Date; readonly reason: string };

/** Decides what follows from an attempt that has just ended. */
export function decideAfterAttempt(ended: EndedAttempt): AfterAttempt {
  const { result, destination, earlier } = ended;
  const uncertain = mayBeWithBuyer(earlier);
  switch (result.kind) {
    case 'accepted':
      return delivered(ended, result.reason);
    case 'duplicate':
      // The buyer knows the lead from the attempt that got no answer.
      if (uncertain) return delivered(ended, 'duplicate_after_unknown_outcome');
      return final(ended, { kind: 'duplicate', reason: result.reason ?? 'buyer_duplicate' }, false);
    case 'rejected':
      return refused(ended, 'rejected', result.reason ?? 'buyer_rejected', uncertain);
    case 'failed':
      return refused(ended, 'failed', result.reason ?? 'retries_spent', uncertain);
    case 'impossible':
      return refused(ended, 'error', result.reason ?? 'impossible', uncertain);
    case 'unknown':
      if (destination.onAmbiguous === 'hold' || result.reason === ANSWER_UNREADABLE) {
        return final(ended, { kind: 'pending_action', reason: UNKNOWN_OUTCOME }, true);
      }
      return again(ended) ?? refused(ended, 'failed', UNKNOWN_OUTCOME, true);
    case 'retry':
      return again(ended) ?? refused(ended, 'failed', result.reason ?? 'retries_spent', uncertain);
  }
}

const withBuyer: ReadonlySet<string> = new Set(['accepted', 'unknown']);

/** Whether the buyer may have the lead from one of these attempts: it accepted the lead, or the outcome is unknown. */
export function mayBeWithBuyer(attempts: readonly Pick<PastAttempt, 'outcome'>[]): boolean {
  return attempts.some(({ outcome }) => outcome === undefined || withBuyer.has(outcome.kind));
}

function again(ended: EndedAttempt): AfterAttempt | undefined {
  const { n, result, destination } = ended;
  const delayMs = deliveryRetryDelaysMs[n - 1];
  if (delayMs === undefined || n > destination.retries) return undefined;
  const at = retryAt(ended, delayMs, result.retryAfterMs);
  return { kind: 'again', at, reason: result.reason ?? result.kind };
}

function delivered(ended: EndedAttempt, reason: string | undefined): AfterAttempt {
  const { price, reference } = ended.result;
  const { campaignId, clientId, priceTerms } = ended.placement;
  const decision = {
    kind: 'delivered',
    campaignId,
    clientId,
    reason,
    ...fixedPrice(priceTerms, price),
    reference,
  } as const;
  return final(ended, decision, true);
}

function refused(
  ended: EndedAttempt,
  kind: 'rejected' | 'failed' | 'error',
  reason: string,
  uncertain: boolean,
): AfterAttempt {
  return final(ended, { kind, reason: uncertain ? UNKNOWN_OUTCOME : reason }, uncertain);
}

type Untraced<D> = D extends unknown ? Omit<D, 'trace'> : never;

function final(ended: EndedAttempt, decision: Untraced<DeliveryDecision>, keepsSlot: boolean): AfterAttempt {
  return { kind: 'final', decision: { ...decision, trace: traceOf(ended) }, keepsSlot };
}

function traceOf({ earlier, n, result, status, durationMs, destination }: EndedAttempt): Trace {
  const last: TraceEntry = {
    ...attemptEntry({ n, outcome: { ...result, ...withNumbers(status, durationMs) } }),
    ...(result.trace.length > 0 && { of: result.trace }),
  };
  return [...destination.trace, ...earlier.map(attemptEntry), last];
}

function attemptEntry({ n, outcome }: PastAttempt): TraceEntry {
  return {
    looked: 'attempt',
    at: `${n}`,
    verdict: outcome?.kind === 'accepted' ? 'passed' : 'failed',
    because: outcome?.reason ?? outcome?.kind ?? 'lease_ran_out',
    values: { outcome: outcome?.kind ?? 'unknown', ...withNumbers(outcome?.status, outcome?.durationMs) },
  };
}

function withNumbers(status: number | undefined, durationMs: number | undefined) {
  return { status, durationMs };
}
