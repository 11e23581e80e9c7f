/** A lead as a buyer receives it when no fields are mapped. */
import type { LeadData } from '@sluice/contracts';
import type { FieldSource } from '../conditions/field-value.js';

/** A lead as it is sent to a buyer. */
export interface OutgoingLead {
  readonly leadId: string;
  readonly submissionId: string;
  /** The campaign it was routed to. */
  readonly campaignId: string;
  /** Which of the buyers asked for this submission it goes to; 1, the first, if absent. */
  readonly nth?: number;
  readonly isTest?: boolean;
  /** When the submission was accepted. */
  readonly acceptedAt: Date;
  readonly data: LeadData;
  /** Its files with their statuses, where the destination reads them; none if absent. */
  readonly files?: FieldSource['files'];
}

/** The whole lead: identifiers, contact, address, answers, attribution, compliance and attached files; absent members are omitted. */
export function leadBody({
  leadId,
  submissionId,
  campaignId,
  isTest,
  data,
}: Omit<OutgoingLead, 'acceptedAt'>): Record<string, unknown> {
  const { firstName, lastName, email, phone, dateOfBirth, country, timezone, address } = data;
  const { questionnaire, unmatchedAnswers, customFields, attribution, compliance, files } = data;
  const body = {
    leadId,
    submissionId,
    campaignId,
    firstName,
    lastName,
    email,
    phone,
    dateOfBirth,
    country,
    timezone,
    address,
    questionnaire,
    unmatchedAnswers,
    customFields,
    attribution,
    compliance,
    files,
    // A buyer must not mistake a test for a real person.
    isTest: isTest === true ? true : undefined,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
