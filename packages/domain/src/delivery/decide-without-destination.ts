/** The end of a delivery without a destination: none was ever configured, or it was removed after an attempt. */
import type { DeliveryDecision } from '@sluice/contracts';
import { UNKNOWN_OUTCOME } from '../lifecycle/endings.js';
import { mayBeWithBuyer, type PastAttempt } from './decide-after-attempt.js';
import type { NoDestination } from './destination.js';

/** Ends the delivery after the attempts in `made`; its slot is kept if the buyer may have the lead. */
export function decideWithoutDestination(
  { reason, trace }: NoDestination,
  made: readonly PastAttempt[],
): DeliveryDecision {
  return {
    kind: 'error',
    reason: mayBeWithBuyer(made) ? UNKNOWN_OUTCOME : reason,
    trace: [...trace, { looked: 'destination', verdict: 'failed', because: reason }],
  };
}
