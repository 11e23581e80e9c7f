/** Reasons of deliveries: what buyers answered, and why a call had no answer. */
import type { OwnReason } from '@sluice/contracts';
import { NOTHING, type ReasonText } from './reason-text.js';

/** Of what follows from attempts. */
const ofAttempts = {
  no_destination: {
    words: 'its campaign has neither an endpoint nor a client that leads can be sent to',
    action: 'Give the campaign an endpoint, or the client a posting URL or mailbox; then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  unknown_endpoint: {
    words: 'there is no such endpoint',
    action: 'Define the endpoint, or correct `deliveryEndpointId`.',
    supplier: 'error',
  },
  no_notification_email: {
    words: 'its client takes leads by e-mail and has no notificationEmail',
    action: 'Set `notificationEmail` of the client.',
    supplier: 'error',
  },
  buyer_rejected: {
    words: 'the buyer refused it',
    action: "Read the buyer's answer in the timeline; ask the buyer if it is not clear.",
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  buyer_duplicate: {
    words: 'the buyer already has it',
    action: NOTHING,
    supplier: 'duplicate',
    statuses: ['duplicate'],
  },
  buyer_error: {
    words: 'the buyer answered with an error',
    action: 'Ask the buyer, then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  unknown_outcome: {
    words: 'it is unknown whether the buyer has it',
    action: 'Ask the buyer, then say it: `sluice attempts resolve`, or the dashboard.',
    supplier: 'error',
    statuses: ['pending_action', 'failed', 'rejected', 'error'],
  },
  duplicate_after_unknown_outcome: {
    words: 'the buyer has it from an earlier attempt',
    action: NOTHING,
    supplier: 'duplicate',
    statuses: ['delivered'],
  },
  retries_spent: {
    words: 'every attempt failed',
    action: 'Ask the buyer, then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  impossible: {
    words: 'no request could be made',
    action: 'Correct the endpoint, then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  template_failed: {
    words: "the endpoint's template is invalid",
    action: 'The trace says where. Correct the template, then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  invalid_header: {
    words: "one of the endpoint's headers is invalid",
    action: 'Correct the header or the secret in it, then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  secret_missing: {
    words: 'it needs a secret that the tenant does not have',
    action: 'Set the secret: `sluice secrets set`. Then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  lease_ran_out: { words: 'its worker died during the call', action: NOTHING, supplier: 'error' },
  not_sent: {
    words: 'its worker was too slow and made no call',
    action: 'Look for overloaded machines if it happens often.',
    supplier: 'error',
  },
  answer_unreadable: {
    words: 'the answer is not what the response rules read',
    action: 'Compare the answer with `responseRules` of the endpoint, correct them, and repost the lead.',
    supplier: 'error',
    statuses: ['rejected'],
  },
  answer_incomplete: {
    words: 'the answer broke off',
    action: 'Ask the buyer if it happens often.',
    supplier: 'error',
  },
  not_json: {
    words: 'the answer is not JSON',
    action: 'Correct the response rules, or ask the buyer.',
    supplier: 'error',
  },
  not_xml: {
    words: 'the answer is not XML',
    action: 'Correct the response rules, or ask the buyer.',
    supplier: 'error',
  },
  price_unreadable: {
    words: 'there is no readable price',
    action: 'Correct `price` of the response rule; correct the sale with an adjustment.',
    supplier: 'error',
  },
  buyer_has_it: {
    words: 'an operator says that the buyer has it',
    action: NOTHING,
    supplier: 'error',
    statuses: ['delivered'],
  },
  buyer_does_not_have_it: {
    words: 'an operator says that the buyer does not have it',
    action: 'Repost the lead if it should be sold.',
    supplier: 'not_wanted',
    statuses: ['failed'],
  },
  placed_again: {
    words: 'another submission has placed it',
    action: NOTHING,
    supplier: 'error',
    statuses: ['superseded'],
  },
  quarantined: {
    words: 'its stage failed repeatedly',
    action: 'Find the cause in the log, then `sluice replay --tenant T --status error --reason quarantined`.',
    supplier: 'error',
    statuses: ['error', 'pending_action'],
  },
  erased: {
    words: 'the text was erased with the personal data',
    action: NOTHING,
    supplier: 'error',
    statuses: ['rejected', 'duplicate', 'failed'],
  },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;

/** Of calls without an answer. A retry that never got further ends a lead as failed. */
const ofCalls = {
  blocked: {
    words: 'the address is not a public one',
    action: 'Correct the URL; `OUTBOUND_ALLOW` permits private addresses.',
    supplier: 'error',
  },
  invalid_request: {
    words: 'the request is invalid',
    action: 'Correct URL, method and headers of the endpoint.',
    supplier: 'error',
  },
  dns: {
    words: 'the host name cannot be resolved',
    action: 'Correct the host name, or look at the name server; then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  refused: {
    words: 'the connection was refused',
    action: 'Ask the buyer whether its server runs; then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  unreachable: {
    words: 'the address cannot be reached',
    action: 'Look at the network and its firewalls; then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  tls: {
    words: 'the certificate is invalid',
    action: 'Ask the buyer to renew its certificate; then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
  timeout: {
    words: 'the answer took too long',
    action: 'Ask the buyer, or raise `timeoutSeconds`.',
    supplier: 'error',
    statuses: ['failed'],
  },
  reset: {
    words: 'the connection was reset',
    action: 'Ask the buyer.',
    supplier: 'error',
    statuses: ['failed'],
  },
  answer_malformed: {
    words: 'the answer could not be read',
    action: 'The answer is no HTTP: ask the buyer.',
    supplier: 'error',
  },
  unknown: {
    words: 'the call failed for an unknown reason',
    action: 'The log has the error.',
    supplier: 'error',
    statuses: ['failed'],
  },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;

export const ofDeliveries = { ...ofAttempts, ...ofCalls } as const;
