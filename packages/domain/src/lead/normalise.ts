/** Normalises the data that was sent: one spelling for each value, with the sent one stored beside it. */
import { canonicalEmail, trimInvisible, type LeadData } from '@sluice/contracts';
import type { LeadInput } from './lead-input.js';
import { normalisePhone } from './phone.js';
import { readQuestionnaire, type FieldNames } from './questionnaire.js';
import { withoutUndefined } from './without-undefined.js';

/**
 * Normalises a lead (§2.4): names trimmed, email in its canonical spelling, phone in E.164 (region: `country`, or else
 * US), answers under field keys. The sent form of changed values is kept in `asSent`, answers without a field in `unmatchedAnswers`;
 * nothing is lost.
 */
export function normaliseLead(input: LeadInput, fields: FieldNames): LeadData {
  const { address, dateOfBirth, country, timezone, timezoneSource } = input;
  const { files, attribution, compliance, flags, customFields, notes } = input;
  return withoutUndefined({
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

/** The fields that normalisation may change; their sent form is kept. */
export const contactFields = ['firstName', 'lastName', 'email', 'phone'] as const;

type Contact = Pick<LeadData, 'firstName' | 'lastName' | 'email' | 'phone' | 'phoneValid' | 'asSent'>;

function contactOf(input: Pick<LeadInput, (typeof contactFields)[number] | 'country'>): Contact {
  const contact = withoutUndefined({
    firstName: input.firstName === undefined ? undefined : trimInvisible(input.firstName),
    lastName: input.lastName === undefined ? undefined : trimInvisible(input.lastName),
    email: input.email === undefined ? undefined : canonicalEmail(input.email),
    ...(input.phone !== undefined && normalisePhone(input.phone, input.country)),
  });
  const changed = contactFields.filter((field) => contact[field] !== input[field]);
  if (changed.length === 0) return contact;
  return { ...contact, asSent: Object.fromEntries(changed.map((field) => [field, input[field]])) };
}
