/** Reasons in plain words. A reason that is not ours is the buyer's own text, and may quote the lead. */
import { readOwnReason, type LimitType, type OwnReason } from '@sluice/contracts';
import type { Wording } from './sentence.js';

const ours: Readonly<Record<OwnReason, string>> = {
  disqualifying_condition: 'a disqualification group matched',
  invalid_field: 'a field is invalid',
  duplicate_phone: 'another lead has the same phone number',
  duplicate_email: 'another lead has the same email address',
  duplicate_all: 'another lead has the same values in all compared fields',
  human_review: 'a person has to review it',
  voice_ai: 'a voice agent has to call first',
  workflow: 'a workflow has to finish first',
  webhook: 'its first-submission webhook has to answer first',
  webhook_without_url: 'its first-submission webhook has no URL',
  first_submission_webhook: 'its first-submission webhook did not agree',
  no_destination: 'its campaign has neither an endpoint nor a client that leads can be sent to',
  no_route: 'no campaign could take the lead',
  no_capacity: 'no campaign had room',
  no_buyer: 'no campaign may take it',
  supplier_not_allowed: 'it takes no leads of this supplier or site',
  suppressed: 'the person is on a suppression list',
  suppressed_for_client: 'the person is on a suppression list of its client',
  supplier_limit: 'its supplier had sent as many as are taken',
  campaign_not_found: 'there is no such campaign',
  client_not_found: 'its client does not exist',
  inactive: 'it is switched off',
  archived: 'it is archived',
  client_inactive: 'its client is switched off',
  client_archived: 'its client is archived',
  outside_hours: 'it is outside its hours',
  quiet_hours: 'it waits for the end of the quiet hours where the lead is',
  no_voice_provider: 'no voice vendor is configured',
  other_voice_provider: 'the campaign names a voice vendor that is not configured',
  no_voice_agent: 'the campaign has no voice agent',
  no_voice_number: 'the campaign has no phone number',
  phone_invalid: 'its phone number is not valid',
  opted_out: 'the person wants no messages',
  awaiting_verdict: 'it waits for the verdict of its call',
  voice_not_qualified: 'the voice agent found it not qualified',
  no_verdict: 'its call gave no verdict within a day',
  call_refused: 'the voice vendor refused the call',
  already_looked_at: 'it was already considered',
  already_asked: 'its buyer was already asked',
  too_many_buyers: 'ten buyers were asked',
  refused_by_all: 'no buyer wanted it',
  below_minimum: 'it pays less than the group asks for',
  currency_differs: 'its budget is in another currency than its price',
  too_old: 'the lead came in too long ago',
  receiver_down: 'its buyer does not answer at the moment',
  too_many_candidates: 'as many campaigns as may be were considered before it',
  auto_routing_off: 'automatic routing is off',
  no_target: 'it names no campaign to send to',
  test_lead: 'it is a test lead',
  dedupe_off: 'the campaign does not check for duplicates',
  dedupe_by_client: 'whom a client has already is looked at when the lead is offered to it',
  duplicate_for_client: 'its client has the person from another lead',
  client_accepts_duplicates: 'the client accepts duplicates',
  ai_not_eligible: "a language model finds that it does not meet the offer's criteria",
  ai_unavailable: 'the language model did not answer',
  no_llm_provider: 'no language model is configured',
  other_llm_provider: 'the campaign names a language model that is not configured',
  no_criteria: 'its offer has no eligibility criteria',
  by_person: 'a person let the lead go on',
  consent_failed: 'its certificate of consent is not this person’s',
  consent_expired: 'its certificate of consent no longer exists',
  consent_missing: 'it has no certificate of consent',
  consent_invalid: 'what stands for its certificate of consent is none',
  consent_unavailable: 'TrustedForm did not answer',
  no_consent_provider: 'TrustedForm is not configured',
  lookup_failed: 'a look-up gave no usable answer',
  lookup_unavailable: 'a look-up gave no usable answer',
  unknown_lookup: 'there is no such look-up',
  when_not_met: 'its conditions do not hold',
  not_asked: 'a look-up that it reads has no answer',
  cached: 'an earlier answer to the same question was kept',
  answer_unusable: 'its answer was no whole verdict',
  circuit_open: 'its last calls failed, so it is not called for a while',
  no_values: 'the lead has none of the compared fields',
  buyer_rejected: 'the buyer refused it',
  buyer_duplicate: 'the buyer already has it',
  buyer_error: 'the buyer answered with an error',
  unknown_outcome: 'it is unknown whether the buyer has it',
  duplicate_after_unknown_outcome: 'the buyer has it from an earlier attempt',
  retries_spent: 'every attempt failed',
  impossible: 'no request could be made',
  template_failed: "the endpoint's template is invalid",
  invalid_header: "one of the endpoint's headers is invalid",
  secret_missing: 'it needs a secret that the tenant does not have',
  lease_ran_out: 'its worker died during the call',
  not_sent: 'its worker was too slow and made no call',
  answer_unreadable: 'the answer is not what the response rules read',
  answer_incomplete: 'the answer broke off',
  not_json: 'the answer is not JSON',
  not_xml: 'the answer is not XML',
  price_unreadable: 'there is no readable price',
  buyer_has_it: 'an operator says that the buyer has it',
  buyer_does_not_have_it: 'an operator says that the buyer does not have it',
  placed_again: 'another submission has placed it',
  quarantined: 'its stage failed repeatedly',
  timeout: 'the answer took too long',
  refused: 'the connection was refused',
  reset: 'the connection was reset',
  unreachable: 'the address cannot be reached',
  dns: 'the host name cannot be resolved',
  tls: 'the certificate is invalid',
  answer_malformed: 'the answer could not be read',
  blocked: 'the address is not a public one',
  invalid_request: 'the request is invalid',
  unknown: 'the call failed for an unknown reason',
  unknown_endpoint: 'there is no such endpoint',
  no_notification_email: 'its client takes leads by e-mail and has no notificationEmail',
  erased: 'the text was erased with the personal data',
  empty: 'it has no conditions',
  disabled: 'it is switched off',
  no_url: 'it has no URL',
  url_disabled: 'its URL is switched off',
  event_not_wanted: 'its receiver does not want this event',
  no_longer_configured: 'it is no longer configured',
  decided_before: 'it was already decided',
  lead_gone: 'the lead was deleted',
  submission_gone: 'the submission was deleted',
  no_access_token: 'the tenant has no access token for the platform',
  event_too_old: 'the event is too old for the platform',
  no_email_provider: 'no e-mail provider is configured',
  address_disabled: 'its address refused mail and is switched off',
  mail_refused: 'the mail server refused it',
  login_refused: 'the mail server refused the user name or the password',
  password_in_clear: 'the mail server offers no encryption, and a password is not sent without',
  server_busy: 'the mail server asked to try again later',
  delivered_by_email: 'the lead itself was delivered by e-mail',
  collecting: 'it waits for other leads of the same minute',
  no_document_provider: 'no document provider is configured',
  vendor_not_built: 'sending through this vendor is not built',
  document_refused: 'the document vendor refused it',
  no_template: 'the document names no template of the vendor',
  unknown_role: 'its template has no such role',
  no_recipient: 'the lead has no name, email or phone number',
  fallback_failed: 'a fallback template of the document is invalid',
  file_not_open: 'the file is no longer open',
};

const periods: Readonly<Record<LimitType, string>> = {
  lifetime: 'total',
  monthly: 'monthly',
  weekly: 'weekly',
  daily: 'daily',
  hourly: 'hourly',
};

/** A reason in words, without a full stop. */
export function reasonWords(reason: string, { reveal }: Pick<Wording, 'reveal'>): string {
  const own = ownWords(reason);
  if (own !== undefined) return own;
  return reveal ? `in the buyer's words: “${reason}”` : 'reason given by the buyer (hidden)';
}

/** A reason of ours in words; undefined for any other text. */
export function ownWords(reason: string): string | undefined {
  const read = readOwnReason(reason);
  switch (read?.kind) {
    case 'constant':
      return ours[read.reason];
    case 'limit_full':
      return read.isBudget
        ? `the ${read.ofClient ? "client's " : ''}${periods[read.type]} budget is spent`
        : `the ${read.ofClient ? "client's " : ''}${periods[read.type]} limit is full`;
    case 'destination':
      return ours[read.failure];
    case 'status':
      return `the buyer answered ${read.status}`;
    case undefined: {
      const field = /^duplicate_([a-z0-9_.]+)$/i.exec(reason);
      return field ? `another lead has the same ${field[1]}` : undefined;
    }
  }
}

/** A reason where only ours can be, as outside a delivery: in words, or at least readable. */
export function own(reason: string): string {
  return ownWords(reason) ?? reason.replaceAll('_', ' ');
}
