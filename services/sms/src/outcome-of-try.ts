/**
 * The consequences of one attempt to send a message: for the effect that ordered it, and for the attempt's record.
 * Pure.
 */
import type { DueEffect, SmsProvider, Trace } from '@sluice/contracts';
import { deliveryRetryDelaysMs } from '@sluice/domain';
import type { EffectResult } from '@sluice/pipeline';
import { meansOptedOut, type SmsSendOutcome } from '@sluice/providers';
import type { AttemptOutcome } from '@sluice/store';

/** A try that was made. */
export interface MadeTry {
  readonly startedAt: Date;
  /** What was found out before it. */
  readonly trace?: Trace;
}

/**
 * The result for the effect. Vendors do not recognise a repeated message, so a message that may have arrived is not
 * sent again: the person would read it twice.
 */
export function effectResult(
  effect: Pick<DueEffect, 'attempts'>,
  outcome: SmsSendOutcome,
  { startedAt, trace = [] }: MadeTry,
  endedAt: Date,
): EffectResult {
  const tried = {
    at: startedAt,
    durationMs: endedAt.getTime() - startedAt.getTime(),
    trace: trace.length > 0 ? trace : undefined,
  };
  if (outcome.kind === 'sent') return { kind: 'done', attempt: { ...tried, outcome: 'done' } };
  const error = outcome.kind === 'refused' ? `refused_${outcome.code}` : outcome.reason;
  const delayMs = deliveryRetryDelaysMs[effect.attempts.length];
  if (outcome.kind === 'refused' || outcome.mayHaveArrived || delayMs === undefined) {
    return { kind: 'failed', reason: error, attempt: { ...tried, outcome: 'failed', error } };
  }
  const at = new Date(endedAt.getTime() + Math.max(delayMs, outcome.retryAfterMs ?? 0));
  return { kind: 'again', at, attempt: { ...tried, outcome: 'retry', error } };
}

/** The outcome that the attempt's record stores. */
export function attemptOutcome(outcome: SmsSendOutcome, startedAt: Date, endedAt: Date): AttemptOutcome {
  const ended = { endedAt, durationMs: endedAt.getTime() - startedAt.getTime() };
  switch (outcome.kind) {
    case 'sent':
      return {
        kind: 'accepted',
        ...ended,
        reference: outcome.vendorMessageId,
      };
    case 'refused':
      return { kind: 'rejected', ...ended, reason: outcome.code };
    case 'retry':
      return { kind: outcome.mayHaveArrived ? 'unknown' : 'retry', ...ended, reason: outcome.reason };
  }
}

/**
 * The outcome that an earlier worker recorded for an attempt. Without a record, it is unknown whether the vendor has
 * the message.
 */
export function recalled(recorded: AttemptOutcome | undefined, provider: SmsProvider): SmsSendOutcome {
  const reason = recorded?.reason ?? 'unknown_outcome';
  switch (recorded?.kind) {
    case 'accepted':
      return {
        kind: 'sent',
        vendorMessageId: recorded.reference,
        status: 'queued',
      };
    case 'rejected':
      return { kind: 'refused', code: reason, message: '', optedOut: meansOptedOut(provider, reason) };
    case 'retry':
      return { kind: 'retry', reason, mayHaveArrived: false };
    default:
      return { kind: 'retry', reason, mayHaveArrived: true };
  }
}
