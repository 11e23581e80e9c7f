/** Reasons of what follows from a lead: webhooks, pixels, postbacks, e-mail, documents to sign. */
import type { OwnReason } from '@sluice/contracts';
import { NOTHING, type ReasonText } from './reason-text.js';

export const ofEffects = {
  disabled: { words: 'it is switched off', action: 'Set `enabled` if it should go.', supplier: 'error' },
  no_url: { words: 'it has no URL', action: 'Give it a URL.', supplier: 'error' },
  url_disabled: {
    words: 'its URL is switched off',
    action: 'Mend the receiver, then switch its URL on again in the dashboard.',
    supplier: 'error',
  },
  event_not_wanted: {
    words: 'its receiver does not want this event',
    action: 'Set the event in `events` if it should.',
    supplier: 'error',
  },
  no_longer_configured: { words: 'it is no longer configured', action: NOTHING, supplier: 'error' },
  decided_before: { words: 'it was already decided', action: NOTHING, supplier: 'error' },
  lead_gone: { words: 'the lead was deleted', action: NOTHING, supplier: 'error' },
  submission_gone: { words: 'the submission was deleted', action: NOTHING, supplier: 'error' },
  no_access_token: {
    words: 'the tenant has no access token for the platform',
    action: "Set the platform's access token of the tenant.",
    supplier: 'error',
  },
  event_too_old: {
    words: 'the event is too old for the platform',
    action: 'Find why the event waited: calls may have been on hold.',
    supplier: 'error',
  },
  no_email_provider: {
    words: 'no e-mail provider is configured',
    action: "Configure the tenant's mail server.",
    supplier: 'error',
  },
  address_disabled: {
    words: 'its address refused mail and is switched off',
    action: 'Correct the address of the client.',
    supplier: 'error',
  },
  mail_refused: {
    words: 'the mail server refused it',
    action: 'Read the answer of the mail server; correct the address, then repost the lead.',
    supplier: 'not_wanted',
    statuses: ['failed'],
  },
  login_refused: {
    words: 'the mail server refused the user name or the password',
    action: "Correct the account of the tenant's mail server.",
    supplier: 'error',
    statuses: ['failed'],
  },
  password_in_clear: {
    words: 'the mail server offers no encryption, and a password is not sent without',
    action: 'Use a port of the mail server that offers TLS.',
    supplier: 'error',
    statuses: ['failed'],
  },
  server_busy: {
    words: 'the mail server asked to try again later',
    action: 'Look at the mail server; then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  collecting: {
    words: 'it waits for other leads of the same minute',
    action: NOTHING,
    supplier: 'error',
  },
  delivered_by_email: {
    words: 'the lead itself was delivered by e-mail',
    action: NOTHING,
    supplier: 'error',
  },
  no_document_provider: {
    words: 'no document provider is configured',
    action: "Configure the tenant's document vendor.",
    supplier: 'error',
  },
  vendor_not_built: {
    words: 'sending through this vendor is not built',
    action: 'Use `docuseal`, or have the document signed by people.',
    supplier: 'error',
  },
  document_refused: {
    words: 'the document vendor refused it',
    action: 'Look at the template and the account of the vendor.',
    supplier: 'error',
  },
  no_template: {
    words: 'the document names no template of the vendor',
    action: 'Set `templateId` of the document.',
    supplier: 'error',
  },
  unknown_role: {
    words: 'its template has no such role',
    action: 'Correct `metadataOverrides.role` of the document.',
    supplier: 'error',
  },
  no_recipient: {
    words: 'the lead has no name, email or phone number',
    action: 'Give the lead an email or a phone number.',
    supplier: 'error',
  },
  fallback_failed: {
    words: 'a fallback template of the document is invalid',
    action: 'Correct `fallbackTemplate` of the field.',
    supplier: 'error',
  },
  file_not_open: { words: 'the file is no longer open', action: NOTHING, supplier: 'error' },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;
