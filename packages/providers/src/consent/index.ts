/** Vendors of certificates of consent. */
export { CONSENT_TIMEOUT_MS, trustedFormAccount, trustedFormRequest } from './trusted-form.js';
