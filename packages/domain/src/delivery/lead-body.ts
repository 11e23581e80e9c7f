/** A lead as a buyer receives it when no fields are mapped. */
import { buyerFields, type LeadData, type LeadSource } from '@sluice/contracts';
import type { FieldSource } from '../conditions/field-value.js';

/** A lead as it is sent to a buyer. */
export interface OutgoingLead extends LeadSource {
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
  /** What is known of its certificate: `ok`, or what is wrong with it; absent if nobody was asked. */
  readonly consentStatus?: string | undefined;
}

/** The whole lead: identifiers, then the fields that buyers receive; absent members are omitted. */
export function leadBody({
  leadId,
  submissionId,
  campaignId,
  isTest,
  data,
}: Omit<OutgoingLead, 'acceptedAt'>): Record<string, unknown> {
  const body = [
    ...Object.entries({ leadId, submissionId, campaignId }),
    ...buyerFields.map((name) => [name, data[name]] as const),
    // A buyer must not mistake a test for a real person.
    ['isTest', isTest === true ? true : undefined] as const,
  ];
  return Object.fromEntries(body.filter(([, value]) => value !== undefined));
}
