/** The result of one attempt to deliver, before it is decided what follows from it. */
import type { OwnReason, Trace } from '@sluice/contracts';

/**
 * The result of an attempt. `unknown`: the buyer may have the lead, but has not confirmed it. `retry`: the buyer does
 * not have it yet. `failed`: the buyer cannot be reached, and a retry would not change that. `impossible`: a retry cannot
 * help, because our side or the configuration is at fault.
 */
export interface AttemptResult {
  readonly kind: 'accepted' | 'rejected' | 'duplicate' | 'retry' | 'unknown' | 'failed' | 'impossible';
  readonly reason?: string;
  readonly price?: number;
  readonly reference?: string;
  /** The buyer answered with success, in a form that the endpoint's rules do not read. */
  readonly unreadable?: true;
  /** How long the buyer asks us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The response rules that were evaluated. */
  readonly trace: Trace;
}

/** Why no answer came, as the outbound client reports it, and whether the buyer may have received the request. */
export interface SendFailure {
  readonly reason: OwnReason;
  /** False only if the buyer has certainly received nothing. */
  readonly mayHaveArrived: boolean;
}

/**
 * The reason of an attempt whose answer the rules could not read, on an endpoint that does not let the status decide.
 * With the kind `unknown`, an operator has to ask the buyer, and the lead is not sent again.
 */
export const ANSWER_UNREADABLE = 'answer_unreadable' satisfies OwnReason;

const permanentFailures: ReadonlySet<OwnReason> = new Set<OwnReason>(['blocked', 'invalid_request']);

/** Interprets a call that got no answer. */
export function readFailure({ reason, mayHaveArrived }: SendFailure): AttemptResult {
  if (permanentFailures.has(reason))
    return { kind: 'impossible', reason: `destination_${reason}`, trace: [] };
  return { kind: mayHaveArrived ? 'unknown' : 'retry', reason, trace: [] };
}

/**
 * The result of an attempt whose worker died: its lease expired, and whether the buyer accepted the lead is unknown.
 */
export const leaseRanOut: AttemptResult = {
  kind: 'unknown',
  reason: 'lease_ran_out' satisfies OwnReason,
  trace: [],
};
