/** What an ending does to the lead, to its slots and to its duplicate claims. */
import type {
  Decision,
  Ending,
  LeadStatus,
  ResolutionDecision,
  Routed,
  SubmissionStatus,
} from '@sluice/contracts';

/** Whether a decision ends its submission's movement. */
export function isEnding(decision: Decision): decision is Ending {
  return !['qualified', 'awaiting_action', 'routed', 'held'].includes(decision.kind);
}

/** The status of a submission after `ending`. */
export function submissionStatusAfter(ending: Ending): SubmissionStatus {
  return ending.kind;
}

/** The status of the lead after `ending`; none when a newer submission speaks for the lead. */
export function leadStatusAfter(ending: Ending): LeadStatus | undefined {
  return ending.kind === 'superseded' || ending.kind === 'void' ? undefined : ending.kind;
}

/** The reason of an ending after an attempt of unknown outcome: the buyer may have the lead. */
export const UNKNOWN_OUTCOME = 'unknown_outcome';

/**
 * What becomes of the reserved slots: confirmed when the buyer took the lead, kept while the outcome is unknown,
 * given back otherwise.
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

/** Whether the lead goes on holding its duplicate claims: when it is placed, may be, or waits for a person. */
export function keepsClaims({ kind, reason }: Ended): boolean {
  return kind === 'delivered' || kind === 'pending_action' || reason === UNKNOWN_OUTCOME;
}

/** What a buyer says of a lead with an unknown outcome. */
export type BuyerSays = 'has_it' | 'does_not_have_it';

/** The decision that follows from what the buyer says of a lead that was routed to it. */
export function resolutionOf(said: BuyerSays, { campaignId, clientId }: Routed): ResolutionDecision {
  const reason = `buyer_${said}`;
  const trace = [
    { looked: 'buyer_asked', verdict: said === 'has_it' ? 'passed' : 'failed', because: reason },
  ] as const;
  return said === 'has_it'
    ? { kind: 'delivered', campaignId, clientId, reason, trace }
    : { kind: 'failed', reason, trace };
}
