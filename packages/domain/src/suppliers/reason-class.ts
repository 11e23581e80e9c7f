/** The classes under which a supplier is told why a lead was not taken: enough to act on, and nobody's business else. */
import { readOwnReason, type OwnReason, type ReasonClass, type SubmissionStatus } from '@sluice/contracts';

/** Every reason of ours by its class. One that is missing here does not compile. */
const classes = {
  invalid: ['invalid_field', 'phone_invalid'],
  duplicate: [
    ...(['duplicate_phone', 'duplicate_email', 'duplicate_all', 'buyer_duplicate'] as const),
    'duplicate_after_unknown_outcome',
  ],
  filtered: ['disqualifying_condition', 'ai_not_eligible', 'lookup_failed', 'voice_not_qualified'],
  capped: ['supplier_limit', 'no_capacity', 'outside_hours'],
  suppressed: ['suppressed'],
  consent: ['consent_failed', 'consent_expired', 'consent_missing', 'consent_invalid'],
  returned: [],
  not_wanted: [
    ...([
      'no_buyer',
      'supplier_not_allowed',
      'duplicate_for_client',
      'suppressed_for_client',
      'buyer_rejected',
      'buyer_does_not_have_it',
      'mail_refused',
      'refused_by_all',
    ] as const),
    ...(['already_asked', 'too_old', 'below_minimum', 'currency_differs'] as const),
  ],
  error: [
    // of qualification and checks
    ...([
      'test_lead',
      'dedupe_off',
      'dedupe_by_client',
      'client_accepts_duplicates',
      'no_values',
      'empty',
    ] as const),
    ...(['ai_unavailable', 'no_llm_provider', 'other_llm_provider', 'no_criteria', 'by_person'] as const),
    ...(['answer_unusable', 'circuit_open'] as const),
    ...(['consent_unavailable', 'no_consent_provider'] as const),
    ...(['lookup_unavailable', 'unknown_lookup', 'when_not_met', 'not_asked', 'cached'] as const),
    // of first-submission actions
    ...(['human_review', 'voice_ai', 'workflow', 'webhook', 'webhook_without_url'] as const),
    ...(['first_submission_webhook', 'quiet_hours', 'no_voice_provider', 'other_voice_provider'] as const),
    ...(['no_voice_agent', 'no_voice_number', 'opted_out', 'awaiting_verdict', 'no_verdict'] as const),
    'call_refused',
    // of routing
    ...(['no_route', 'campaign_not_found', 'client_not_found', 'inactive', 'archived'] as const),
    ...(['client_inactive', 'client_archived', 'already_looked_at', 'too_many_buyers'] as const),
    ...(['receiver_down', 'too_many_candidates', 'auto_routing_off', 'no_target'] as const),
    // of deliveries
    ...(['no_destination', 'unknown_endpoint', 'no_notification_email', 'buyer_error'] as const),
    ...(['unknown_outcome', 'retries_spent', 'impossible', 'template_failed', 'invalid_header'] as const),
    ...(['secret_missing', 'lease_ran_out', 'not_sent', 'answer_unreadable', 'answer_incomplete'] as const),
    ...(['not_json', 'not_xml', 'price_unreadable', 'buyer_has_it', 'placed_again', 'quarantined'] as const),
    'erased',
    // of calls without an answer
    ...(['blocked', 'invalid_request', 'dns', 'refused', 'unreachable', 'tls', 'timeout', 'reset'] as const),
    ...(['answer_malformed', 'unknown'] as const),
    // of effects, mails and documents
    ...(['disabled', 'no_url', 'url_disabled', 'event_not_wanted', 'no_longer_configured'] as const),
    ...(['decided_before', 'lead_gone', 'submission_gone', 'no_access_token', 'event_too_old'] as const),
    ...(['no_email_provider', 'address_disabled', 'login_refused', 'password_in_clear'] as const),
    ...(['server_busy', 'collecting', 'delivered_by_email', 'no_document_provider'] as const),
    ...(['vendor_not_built', 'document_refused', 'no_template', 'unknown_role', 'no_recipient'] as const),
    ...(['fallback_failed', 'file_not_open'] as const),
  ],
} as const satisfies Readonly<Record<ReasonClass, readonly OwnReason[]>>;

type Classified = (typeof classes)[ReasonClass][number];
const classOf = new Map<Classified, ReasonClass>(
  (Object.keys(classes) as ReasonClass[]).flatMap((each) =>
    (classes[each] as readonly Classified[]).map((reason) => [reason, each] as const),
  ),
);

/** The class of a submission's reason. Whatever is none of ours is a buyer's answer, of which nothing is told. */
export function reasonClassOf(status: SubmissionStatus, reason: string | undefined): ReasonClass {
  if (status === 'duplicate') return 'duplicate';
  const own = reason === undefined ? undefined : readOwnReason(reason);
  switch (own?.kind) {
    case 'constant': {
      // Compiles only while every reason of ours has a class.
      const classified: Classified = own.reason;
      return classOf.get(classified) ?? 'error';
    }
    case 'limit_full':
      return 'capped';
    case 'destination':
      return 'error';
    case 'status':
      return status === 'rejected' ? 'not_wanted' : 'error';
    default:
      return reason === undefined ? 'error' : 'not_wanted';
  }
}
