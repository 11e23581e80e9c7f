/**
 * Sluice's own reasons. Every other reason of a delivery or an effect may be another party's words, which may quote the
 * lead: it is hidden in the dashboard and removed when personal data is erased.
 */
import { limitTypes, type LimitType } from '../resources/campaign/delivery-limits.js';

/** Every constant reason. `domain` has the words of each. */
export const ownReasons = [
  // of qualification
  'supplier_limit',
  'suppressed',
  'disqualifying_condition',
  'invalid_field',
  'duplicate_phone',
  'duplicate_email',
  'duplicate_all',
  'test_lead',
  'dedupe_off',
  'dedupe_by_client',
  'client_accepts_duplicates',
  'no_values',
  'empty',
  // of the language model
  'ai_not_eligible',
  'ai_unavailable',
  'no_llm_provider',
  'other_llm_provider',
  'no_criteria',
  'by_person',
  'answer_unusable',
  'circuit_open',
  // of consent
  'consent_failed',
  'consent_expired',
  'consent_missing',
  'consent_invalid',
  'consent_unavailable',
  'no_consent_provider',
  // of look-ups
  'lookup_failed',
  'lookup_unavailable',
  'unknown_lookup',
  'when_not_met',
  'not_asked',
  'cached',
  // of first-submission actions
  'human_review',
  'voice_ai',
  'workflow',
  'webhook',
  'webhook_without_url',
  'first_submission_webhook',
  // of routing
  'no_route',
  'no_capacity',
  'no_buyer',
  'supplier_not_allowed',
  'duplicate_for_client',
  'suppressed_for_client',
  'campaign_not_found',
  'client_not_found',
  'inactive',
  'archived',
  'client_inactive',
  'client_archived',
  'outside_hours',
  'already_looked_at',
  'already_asked',
  'too_many_buyers',
  'refused_by_all',
  'receiver_down',
  'below_minimum',
  'too_old',
  'currency_differs',
  'too_many_candidates',
  'auto_routing_off',
  'no_target',
  // of deliveries
  'no_destination',
  'unknown_endpoint',
  'no_notification_email',
  'buyer_rejected',
  'buyer_duplicate',
  'buyer_error',
  'unknown_outcome',
  'duplicate_after_unknown_outcome',
  'retries_spent',
  'impossible',
  'template_failed',
  'invalid_header',
  'secret_missing',
  'lease_ran_out',
  'not_sent',
  'answer_unreadable',
  'answer_incomplete',
  'not_json',
  'not_xml',
  'price_unreadable',
  'buyer_has_it',
  'buyer_does_not_have_it',
  'placed_again',
  'quarantined',
  'erased',
  // of messages and calls to leads
  'quiet_hours',
  'no_voice_provider',
  'other_voice_provider',
  'no_voice_agent',
  'no_voice_number',
  'phone_invalid',
  'opted_out',
  'awaiting_verdict',
  'voice_not_qualified',
  'no_verdict',
  'call_refused',
  // of calls without an answer
  'blocked',
  'invalid_request',
  'dns',
  'refused',
  'unreachable',
  'tls',
  'timeout',
  'reset',
  'answer_malformed',
  'unknown',
  // of effects
  'disabled',
  'no_url',
  'url_disabled',
  'event_not_wanted',
  'no_longer_configured',
  'decided_before',
  'lead_gone',
  'submission_gone',
  'no_access_token',
  'event_too_old',
  // of e-mail
  'no_email_provider',
  'address_disabled',
  'mail_refused',
  'login_refused',
  'password_in_clear',
  'server_busy',
  'collecting',
  'delivered_by_email',
  // of documents to sign
  'no_document_provider',
  'vendor_not_built',
  'document_refused',
  'no_template',
  'unknown_role',
  'no_recipient',
  'fallback_failed',
  'file_not_open',
] as const;
export type OwnReason = (typeof ownReasons)[number];

/** A reason of ours, parsed. */
export type ReadReason =
  | { readonly kind: 'constant'; readonly reason: OwnReason }
  | {
      readonly kind: 'limit_full';
      readonly type: LimitType;
      readonly ofClient: boolean;
      readonly isBudget: boolean;
    }
  | { readonly kind: 'destination'; readonly failure: OwnReason }
  | { readonly kind: 'status'; readonly status: string };

const constants: ReadonlySet<string> = new Set(ownReasons);

/** Takes a reason of ours apart, e.g. `unknown_outcome`, `client_daily_limit_full` or `http_404`; undefined for any other text. */
export function readOwnReason(text: string): ReadReason | undefined {
  if (isConstant(text)) return { kind: 'constant', reason: text };
  const [, client, period, what] = /^(client_)?([a-z]+)_(limit|budget)_full$/.exec(text) ?? [];
  const type = limitTypes.find((each) => each === period);
  if (type) return { kind: 'limit_full', type, ofClient: client !== undefined, isBudget: what === 'budget' };
  const failure = /^destination_([a-z_]+)$/.exec(text)?.[1];
  if (failure !== undefined && isConstant(failure)) return { kind: 'destination', failure };
  const status = /^http_(\d{3})$/.exec(text)?.[1];
  return status === undefined ? undefined : { kind: 'status', status };
}

function isConstant(text: string): text is OwnReason {
  return constants.has(text);
}
