/** Secrets in a tenant's configuration: references to them, their values in requests, and credentials written out. */
export {
  missingSecret,
  secretNamesOfTarget,
  secretsInHeaders,
  secretsInUrl,
  type CallTarget,
} from './fill-secrets.js';
export { headerSecretProblem, literalProblem, referenceProblem, secretNamesOfText } from './judge-text.js';
export { outgoingTexts, type OutgoingText, type SendingParts } from './outgoing-texts.js';
export { redactSecrets, type Redact } from './redact-secrets.js';
