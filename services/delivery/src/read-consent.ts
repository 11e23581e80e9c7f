/** What is known of the certificate of a routed lead before its buyer is asked. */
import {
  checkId,
  consentOutcome,
  decideByConsent,
  withoutConsentAsked,
  type ConsentVerdict,
} from '@sluice/domain';
import type { LoadedSubmission, RoutingOutcome } from '@sluice/pipeline';

/** What it means for the delivery; undefined while TrustedForm has not answered. Where none is asked for, nothing is read. */
export async function readConsent(
  { submission: { submissionId }, stores }: LoadedSubmission<'delivery'>,
  { routed }: RoutingOutcome,
): Promise<ConsentVerdict | undefined> {
  const { consent } = routed;
  if (!consent) return withoutConsentAsked;
  const outcome =
    consent.kind === 'ask'
      ? consentOutcome(await stores.effects.find(checkId(submissionId, consent.check)))
      : consent;
  return outcome && decideByConsent(consent, outcome, routed);
}
