/** Normalises the data that was sent: one spelling for each value, with the sent one stored beside it. */
import type { LeadData } from '@sluice/contracts';
import type { LeadInput } from './lead-input.js';
import { normalisePhone } from './phone.js';
import { readQuestionnaire, type FieldNames } from './questionnaire.js';
import { withoutUndefined } from './without-undefined.js';

/**
 * Normalises a lead (§2.4): email trimmed and lower-cased, phone in E.164 (region: `country`, or else US), answers
 * under field keys. The sent form of changed values is kept in `asSent`, answers without a field in `unmatchedAnswers`;
 * nothing is lost.
 */
export function normaliseLead(input: LeadInput, fields: FieldNames): LeadData {
  const { firstName, lastName, address, dateOfBirth, country, timezone, timezoneSource } = input;
  const { files, attribution, compliance, flags, customFields, notes } = input;
  return withoutUndefined({
    firstName,
    lastName,
    ...contactOf(input),
    address: address && withoutUndefined(address),
    dateOfBirth,
    country,
    timezone,
    timezoneSource,
    files,
    ...(input.questionnaire && readQuestionnaire(input.questionnaire, fields)),
    attribution,
    compliance,
    flags,
    customFields,
    notes,
  });
}

/** The members of a lead that normalisation may change. */
export type Contact = Pick<LeadData, 'email' | 'phone' | 'phoneValid' | 'asSent'>;

/** Normalises only email and phone. */
export function contactOf(input: Pick<LeadInput, 'email' | 'phone' | 'country'>): Contact {
  const email = input.email?.trim().toLowerCase();
  const phone = input.phone === undefined ? undefined : normalisePhone(input.phone, input.country);
  const asSent = withoutUndefined({
    email: email === input.email ? undefined : input.email,
    phone: phone?.phone === input.phone ? undefined : input.phone,
  });
  return withoutUndefined({
    email,
    ...phone,
    asSent: Object.keys(asSent).length === 0 ? undefined : asSent,
  });
}
