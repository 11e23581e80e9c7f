/** Consent: the certificate of a lead, what is asked about it, and what an answer means. */
export {
  certificateId,
  consentCheck,
  consentCheckFor,
  consentPatience,
  consentQuestion,
  readConsent,
  recallConsent,
  stepOf,
  type ConsentAnswer,
} from './certificate.js';
export { consentOutcome, consentStatusIn, type ConsentOutcome } from './consent-outcome.js';
export { consentAsked, isRetainedEarly, planConsent, type ConsentTime } from './plan-consent.js';
export { decideByConsent, withoutConsentAsked, type ConsentVerdict } from './before-delivery.js';
