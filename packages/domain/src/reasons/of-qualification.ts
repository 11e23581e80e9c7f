/** Reasons of qualification: suppression, duplicates, rules, consent, look-ups, the language model, first actions. */
import type { OwnReason } from '@sluice/contracts';
import { NOTHING, type ReasonText } from './reason-text.js';

/** Of checks that cost nothing. */
const ofRules = {
  supplier_limit: {
    words: 'its supplier had sent as many as are taken',
    action: 'Raise the limit of the supplier, or let it wait for the next period.',
    supplier: 'capped',
    statuses: ['rejected'],
  },
  suppressed: {
    words: 'the person is on a suppression list',
    action: 'Leave it. If the entry is wrong, remove it and deliver the lead.',
    supplier: 'suppressed',
    statuses: ['disqualified'],
  },
  disqualifying_condition: {
    words: 'a disqualification group matched',
    action: 'The trace names the group. If it is wrong, correct it and deliver the lead.',
    supplier: 'filtered',
    statuses: ['disqualified'],
  },
  invalid_field: {
    words: 'a field is invalid',
    action: 'The trace names the field. Correct it, or its rule in the field library, and deliver the lead.',
    supplier: 'invalid',
    statuses: ['disqualified'],
  },
  duplicate_phone: {
    words: 'another lead has the same phone number',
    action: 'The trace names the other lead. Correct `dedupeFields` or `dedupeWindow` if it should count.',
    supplier: 'duplicate',
    statuses: ['duplicate'],
  },
  duplicate_email: {
    words: 'another lead has the same email address',
    action: 'The trace names the other lead. Correct `dedupeFields` or `dedupeWindow` if it should count.',
    supplier: 'duplicate',
    statuses: ['duplicate'],
  },
  duplicate_all: {
    words: 'another lead has the same values in all compared fields',
    action: 'The trace names the other lead. Correct `dedupeFields` or `dedupeWindow` if it should count.',
    supplier: 'duplicate',
    statuses: ['duplicate'],
  },
  test_lead: { words: 'it is a test lead', action: NOTHING, supplier: 'error' },
  dedupe_off: {
    words: 'the campaign does not check for duplicates',
    action: 'Set `dedupeEnabled` if it should.',
    supplier: 'error',
  },
  dedupe_by_client: {
    words: 'whom a client has already is looked at when the lead is offered to it',
    action: NOTHING,
    supplier: 'error',
  },
  client_accepts_duplicates: {
    words: 'the client accepts duplicates',
    action: 'Unset `acceptDuplicates` of the client if it does not.',
    supplier: 'error',
  },
  no_values: {
    words: 'the lead lacks a field that this needs',
    action: 'Ask for the field in the form.',
    supplier: 'error',
  },
  empty: {
    words: 'it has no conditions',
    action: 'Give the group conditions; an empty one never matches.',
    supplier: 'error',
  },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;

/** Of checks that ask somebody. */
const ofChecks = {
  ai_not_eligible: {
    words: "a language model finds that it does not meet the offer's criteria",
    action: "The trace names the criteria. Reword the offer's `eligibilityCriteria`, and deliver the lead.",
    supplier: 'filtered',
    statuses: ['disqualified'],
  },
  ai_unavailable: {
    words: 'the language model did not answer',
    action: 'Deliver the lead; `aiOnError: pass` lets such leads go on by themselves.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  no_llm_provider: {
    words: 'no language model is configured',
    action: "Configure the tenant's language model, or switch `aiQualificationEnabled` off.",
    supplier: 'error',
  },
  other_llm_provider: {
    words: 'the campaign names a language model that is not configured',
    action: 'Correct `integrationOverrides.llm` of the campaign.',
    supplier: 'error',
  },
  no_criteria: {
    words: 'its offer has no eligibility criteria',
    action: 'Give the offer `eligibilityCriteria`.',
    supplier: 'error',
  },
  by_person: { words: 'a person let the lead go on', action: NOTHING, supplier: 'error' },
  answer_unusable: {
    words: 'its answer cannot be used',
    action: 'Look at the vendor and `goodWhen`; try a larger language model if it happens often.',
    supplier: 'error',
  },
  circuit_open: {
    words: 'its last calls failed, so it is not called for a while',
    action: 'Look at the receiver; calls go on by themselves.',
    supplier: 'error',
  },
  consent_failed: {
    words: 'its certificate of consent is not this person’s',
    action: 'Ask the supplier for the certificate of this form.',
    supplier: 'consent',
    statuses: ['disqualified'],
  },
  consent_expired: {
    words: 'its certificate of consent no longer exists',
    action: 'Let leads be sent as soon as the form is filled in.',
    supplier: 'consent',
    statuses: ['disqualified'],
  },
  consent_missing: {
    words: 'it has no certificate of consent',
    action: 'Add TrustedForm to the form, and send its certificate with the lead.',
    supplier: 'consent',
    statuses: ['disqualified'],
  },
  consent_invalid: {
    words: 'what stands for its certificate of consent is none',
    action: 'Send the URL of the certificate as the script of TrustedForm gives it.',
    supplier: 'consent',
    statuses: ['disqualified'],
  },
  consent_unavailable: {
    words: 'TrustedForm did not answer',
    action: 'Deliver the lead; it is not asked about again.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  no_consent_provider: {
    words: 'TrustedForm is not configured',
    action: "Set the tenant's TrustedForm account.",
    supplier: 'error',
  },
  lookup_failed: {
    words: 'a look-up gave no usable answer',
    action: 'The trace names the look-up. Correct it, or its `onError`, and deliver the lead.',
    supplier: 'filtered',
    statuses: ['disqualified'],
  },
  lookup_unavailable: {
    words: 'a look-up gave no usable answer',
    action: 'Look at its vendor. Deliver the lead; the look-up is not made again.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  unknown_lookup: {
    words: 'there is no such look-up',
    action: 'Define the look-up, or take it out of the campaign.',
    supplier: 'error',
  },
  when_not_met: { words: 'its conditions do not hold', action: NOTHING, supplier: 'error' },
  not_asked: {
    words: 'a look-up that it reads has no answer',
    action: 'Look at why the look-up was not answered; the trace says it.',
    supplier: 'error',
  },
  cached: { words: 'an earlier answer to the same question was kept', action: NOTHING, supplier: 'error' },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;

/** Of what has to happen first (§2.1.3). */
const ofFirstActions = {
  human_review: {
    words: 'a person has to review it',
    action: 'Approve or reject it, in the dashboard or by a bulk update of `approvalStatus`.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  voice_ai: {
    words: 'a voice agent has to call first',
    action: 'Wait for the call. If none is made, the trace says why: deliver the lead by hand.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  workflow: {
    words: 'a workflow has to finish first',
    action: 'Deliver the lead (§4.2) once your workflow is done with it.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  webhook: {
    words: 'its first-submission webhook has to answer first',
    action: 'Wait; look at the webhook if it takes long.',
    supplier: 'error',
  },
  webhook_without_url: {
    words: 'its first-submission webhook has no URL',
    action: 'Give the campaign’s webhook a URL, and deliver the lead by hand.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  first_submission_webhook: {
    words: 'its first-submission webhook did not agree',
    action: 'Look at what the webhook answered; deliver the lead by hand if it should go on.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  voice_not_qualified: {
    words: 'the voice agent found it not qualified',
    action: 'Read the interaction; deliver the lead if the agent was wrong.',
    supplier: 'filtered',
    statuses: ['disqualified'],
  },
  no_verdict: {
    words: 'its call gave no verdict within a day',
    action: 'Look at the voice vendor; deliver the lead by hand if it should go on.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  call_refused: {
    words: 'the voice vendor refused the call',
    action: 'The effect says why. Correct it, and deliver the lead by hand.',
    supplier: 'error',
    statuses: ['pending_action'],
  },
  awaiting_verdict: { words: 'it waits for the verdict of its call', action: NOTHING, supplier: 'error' },
  no_voice_provider: {
    words: 'no voice vendor is configured',
    action: "Configure the tenant's voice vendor.",
    supplier: 'error',
  },
  other_voice_provider: {
    words: 'the campaign names a voice vendor that is not configured',
    action: 'Correct `integrationOverrides.voice` of the campaign.',
    supplier: 'error',
  },
  no_voice_agent: {
    words: 'the campaign has no voice agent',
    action: 'Set `campaignAiAgents.voice`, for test leads `voiceTest`.',
    supplier: 'error',
  },
  no_voice_number: {
    words: 'the campaign has no phone number',
    action: 'Set `phoneNumberId` of the campaign.',
    supplier: 'error',
  },
  phone_invalid: {
    words: 'its phone number is not valid',
    action: 'Correct the number, and deliver the lead by hand.',
    supplier: 'invalid',
  },
  opted_out: { words: 'the person wants no messages', action: NOTHING, supplier: 'error' },
  quiet_hours: {
    words: 'it waits for the end of the quiet hours where the lead is',
    action: NOTHING,
    supplier: 'error',
  },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;

export const ofQualification = { ...ofRules, ...ofChecks, ...ofFirstActions } as const;
