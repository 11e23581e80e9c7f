/** Consent: the certificate of a lead, what is asked about it, and what an answer means. */
export {
  afterConsentCall,
  afterRetentionCall,
  certificateId,
  consentCheck,
  consentCheckFor,
  consentQuestion,
  readConsent,
  recallConsent,
  stepOf,
  writeConsent,
  type ConsentAnswer,
} from './certificate.js';
export { consentOutcome, consentStatusIn, type ConsentOutcome } from './consent-outcome.js';
export {
  checksInPlaceOf,
  consentAsked,
  isRetainedEarly,
  planConsent,
  type ConsentTime,
} from './plan-consent.js';
export { decideByConsent, withoutConsentAsked, type ConsentVerdict } from './before-delivery.js';
