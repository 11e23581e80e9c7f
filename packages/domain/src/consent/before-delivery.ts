/** What the certificate of a routed lead means for its delivery, before its buyer is asked. */
import type { AskedBuyer, DeliveryDecision, PlannedConsent, Routed, Trace } from '@sluice/contracts';
import { consentProblem, consentTrace, type ConsentOutcome } from './consent-outcome.js';

/** What follows for the delivery. */
export type ConsentVerdict =
  /** The buyer is asked; the trace says what is known of the certificate. */
  | { readonly kind: 'goes_on'; readonly trace: Trace }
  | { readonly kind: 'decided'; readonly decision: DeliveryDecision };

/** What follows where no certificate is asked for. */
export const withoutConsentAsked: ConsentVerdict = { kind: 'goes_on', trace: [] };

/** Decides by what asking has led to. A buyer that is skipped is none of those that were asked, whatever `nextOn` says. */
export function decideByConsent(
  planned: PlannedConsent,
  outcome: ConsentOutcome,
  { campaignId, clientId, asked: before = [] }: Pick<Routed, 'campaignId' | 'clientId' | 'asked'>,
): ConsentVerdict {
  const { onFailure, onError } = planned;
  const trace = [consentTrace(outcome, planned)];
  const reason = consentProblem(outcome);
  if (reason !== undefined && onFailure === 'disqualify')
    return { kind: 'decided', decision: { kind: 'disqualified', reason, trace } };
  if (reason !== undefined && onFailure === 'skip') {
    const skipped: AskedBuyer = { campaignId, clientId, outcome: 'skipped', reason };
    return { kind: 'decided', decision: { kind: 'passed_on', reason, asked: [...before, skipped], trace } };
  }
  if (outcome.kind !== 'unanswered' || onError === 'pass') return { kind: 'goes_on', trace };
  const check = planned.kind === 'ask' ? { check: planned.check } : {};
  return {
    kind: 'decided',
    decision: { kind: 'pending_action', reason: 'consent_unavailable', ...check, trace },
  };
}
