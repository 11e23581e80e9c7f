/** What one attempt to deliver came to, before anyone decides what follows from it. */
import type { Trace } from '@sluice/contracts';

/**
 * What an attempt came to. `unknown`: the buyer may have the lead, but did not say so. `retry`: the buyer does not
 * have it yet. `impossible`: no repetition can help, our side or the configuration is at fault.
 */
export interface AttemptResult {
  readonly kind: 'accepted' | 'rejected' | 'duplicate' | 'retry' | 'unknown' | 'impossible';
  readonly reason?: string;
  readonly price?: number;
  readonly reference?: string;
  /** How long the buyer asks us to stay away, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The response rules that were looked at. */
  readonly trace: Trace;
}

/** Why no answer came, in the words of the outbound client, and whether the buyer may have the request. */
export interface SendFailure {
  readonly reason: string;
  /** False only when the buyer has certainly received nothing. */
  readonly mayHaveArrived: boolean;
}

const mendedByNobody = new Set(['blocked', 'invalid_request']);

/** Reads a call that brought no answer. */
export function readFailure({ reason, mayHaveArrived }: SendFailure): AttemptResult {
  if (mendedByNobody.has(reason)) return { kind: 'impossible', reason: `destination_${reason}`, trace: [] };
  return { kind: mayHaveArrived ? 'unknown' : 'retry', reason, trace: [] };
}

/** The result of an attempt whose worker died: its lease ran out, and whether the buyer took the lead is unknown. */
export const leaseRanOut: AttemptResult = { kind: 'unknown', reason: 'lease_ran_out', trace: [] };
