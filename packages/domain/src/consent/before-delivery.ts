/** What the certificate of a routed lead means for its delivery, before its buyer is asked. */
import type { AskedBuyer, DeliveryDecision, PlannedConsent, Routed, Trace } from '@sluice/contracts';
import { consentProblem, consentTrace, endByConsent, type ConsentOutcome } from './consent-outcome.js';

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
  const trace = [consentTrace(outcome, planned)];
  const ended = endByConsent(outcome, planned, planned.kind === 'ask' ? planned.check : undefined);
  if (ended) return { kind: 'decided', decision: { ...ended, trace } };
  const reason = consentProblem(outcome);
  if (reason === undefined || planned.onFailure !== 'skip') return { kind: 'goes_on', trace };
  const skipped: AskedBuyer = { campaignId, clientId, outcome: 'skipped', reason };
  return { kind: 'decided', decision: { kind: 'passed_on', reason, asked: [...before, skipped], trace } };
}
