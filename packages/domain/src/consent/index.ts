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
export {
  consentAsked,
  consentOutcome,
  planConsent,
  type ConsentOutcome,
  type PlannedConsent,
} from './consent-outcome.js';
