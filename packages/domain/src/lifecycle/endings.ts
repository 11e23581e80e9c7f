/** The consequences of an ending for the lead, its slots and its duplicate claims. */
import {
  UNKNOWN_OUTCOME,
  type BuyerSays,
  type Decision,
  type Ending,
  type LeadStatus,
  type ResolutionDecision,
  type Routed,
  type SubmissionStatus,
} from '@sluice/contracts';
import { fixedPrice } from '../money/price.js';

export { UNKNOWN_OUTCOME };

/** Whether a decision ends its submission. */
export function isEnding(decision: Decision): decision is Ending {
  return !['qualified', 'asking', 'awaiting_action', 'routed', 'held', 'passed_on'].includes(decision.kind);
}

/** The status of a submission after `ending`. */
export function submissionStatusAfter(ending: Ending): SubmissionStatus {
  return ending.kind;
}

/** The status of the lead after `ending`; undefined if a newer submission determines it. */
export function leadStatusAfter(ending: Ending): LeadStatus | undefined {
  return ending.kind === 'superseded' || ending.kind === 'void' ? undefined : ending.kind;
}

/**
 * What happens to the reserved slots: confirmed if the buyer accepted the lead, kept while the outcome is unknown,
 * otherwise released.
 */
export function slotsAfter(ending: Ending): 'confirm' | 'release' | 'keep' {
  if (ending.kind === 'delivered') return 'confirm';
  return ending.reason === UNKNOWN_OUTCOME ? 'keep' : 'release';
}

/** An ending, or the end of a submission. */
interface Ended {
  readonly kind: SubmissionStatus;
  readonly reason?: string | undefined;
}

/** Whether the lead keeps its duplicate claims: if it is placed, may be placed, or waits for a person. */
export function keepsClaims({ kind, reason }: Ended): boolean {
  return kind === 'delivered' || kind === 'pending_action' || reason === UNKNOWN_OUTCOME;
}

/**
 * The decision that follows from the buyer's statement about a lead that was routed to it. Nobody knows what an answer
 * would have stated, so the lead earns the expected price.
 */
export function resolutionOf(
  said: BuyerSays,
  { campaignId, clientId, priceTerms }: Pick<Routed, 'campaignId' | 'clientId' | 'priceTerms'>,
): ResolutionDecision {
  const reason = `buyer_${said}`;
  const trace = [
    { looked: 'buyer_asked', verdict: said === 'has_it' ? 'passed' : 'failed', because: reason },
  ] as const;
  return said === 'has_it'
    ? { kind: 'delivered', campaignId, clientId, reason, ...fixedPrice(priceTerms), trace }
    : { kind: 'failed', reason, trace };
}
