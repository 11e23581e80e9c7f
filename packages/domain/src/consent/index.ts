/** Consent: the certificate of a lead, what is asked about it, and what an answer means. */
export {
  afterConsentCall,
  certificateId,
  consentCheck,
  consentQuestion,
  readConsent,
  recallConsent,
  writeConsent,
  type ConsentAnswer,
} from './certificate.js';
export { consentOutcome, consentStatusIn, type ConsentOutcome } from './consent-outcome.js';
export { consentAsked, planConsent, type ConsentTime } from './plan-consent.js';
export { decideByConsent, withoutConsentAsked, type ConsentVerdict } from './before-delivery.js';
