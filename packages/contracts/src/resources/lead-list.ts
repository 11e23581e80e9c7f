/** The list of leads (§4.2): its query and its items. */
import { z } from 'zod';
import { subIdNames } from '../records/lead-source.js';
import { approvalStatusSchema, leadStatusSchema } from './lead-status.js';
import {
  clampedNumber,
  exactSubId,
  idListSchema,
  instantAt,
  searchSchema,
  wordList,
} from '../reading/list-query.js';
import { timestampSchema } from '../formats/primitives.js';

// No lead has this id.
const NO_LEAD = '-';

/** The query of the list of leads; an invalid filter value matches nothing. */
export const listLeadsQuerySchema = z.object({
  cursor: z
    .preprocess(
      (sent: unknown) =>
        sent === undefined || sent === ''
          ? undefined
          : typeof sent === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(sent)
            ? sent
            : NO_LEAD,
      z.string().max(64).optional(),
    )
    .optional()
    .describe('The leadId of the last item of the previous page; an unknown leadId gives an empty page.'),
  limit: clampedNumber({ minimum: 1, maximum: 100, fallback: 50 }).describe(
    'Items per page, 1 to 100; default 50.',
  ),
  campaignIds: idListSchema.describe('Comma-separated campaign IDs.'),
  clientIds: idListSchema.describe('Comma-separated client IDs.'),
  offerIds: idListSchema.describe('Comma-separated offer IDs.'),
  supplierIds: idListSchema.describe('Comma-separated IDs of the suppliers that sent the leads.'),
  subId1: exactSubId.describe('The first sub id, such as a site of a supplier.'),
  status: wordList(leadStatusSchema).describe(
    'A lead status, or several separated by commas, in any case; an unknown one matches nothing.',
  ),
  search: searchSchema.describe('Whole words of the name, the mail address, the phone number or the leadId.'),
  startDate: instantAt('start').describe(
    'Leads created at this ISO 8601 instant or later; what is none matches nothing.',
  ),
  endDate: instantAt('end').describe(
    'Leads created at this ISO 8601 instant or earlier; what is none matches nothing.',
  ),
});
export type ListLeadsQuery = z.infer<typeof listLeadsQuerySchema>;

/** The sub ids of a lead. */
export const subIdsSchema = z
  .partialRecord(z.enum(subIdNames), z.string())
  .describe('The identifiers by which its sender tells sites and clicks apart.')
  .meta({ example: { subId1: 'site-17' } });

/** One lead of the list. */
export const leadListItemSchema = z
  .object({
    leadId: z.string().describe('Identifies the lead.').meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    campaignId: z.string().describe('Campaign code.').meta({ example: 'ACMRU' }),
    clientId: z.string().optional().describe('The client of the campaign.'),
    offerId: z.string().optional().describe('The offer of the campaign.'),
    firstName: z.string().optional().describe('First name.'),
    lastName: z.string().optional().describe('Last name.'),
    email: z.string().optional().describe('Mail address.'),
    phone: z.string().optional().describe('Telephone number.'),
    status: leadStatusSchema.describe('The status of the lead.'),
    approvalStatus: approvalStatusSchema
      .optional()
      .describe('Whether a person has approved it; absent when none has to.'),
    isTest: z.boolean().describe('Whether it is a test lead.'),
    supplierId: z.string().optional().describe('The supplier that sent it.'),
    sentTo: z.string().optional().describe('The campaign that its supplier sent it to.'),
    subIds: subIdsSchema.optional(),
    createdAt: timestampSchema.describe('When the lead was created.'),
    updatedAt: timestampSchema.describe('When the lead was last changed.'),
    lastSubmissionId: z.string().optional().describe('The latest submission.'),
  })
  .meta({ id: 'LeadListItem' });
export type LeadListItem = z.infer<typeof leadListItemSchema>;
