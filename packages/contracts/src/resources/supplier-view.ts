/** What a supplier sees of its leads: never a client, a buyer, a price, another supplier or where a lead was moved to. */
import { z } from 'zod';
import { maxSubIdLength } from '../records/lead-source.js';
import { subIdsSchema } from './lead-list.js';
import { endsAfterItBegins, endsBefore, listed } from './lead-report.js';
import { clampedNumber, dayOrInstant, exactId, exactSubId } from '../reading/list-query.js';
import { dateSchema, timestampSchema } from '../formats/primitives.js';

/** What became of a lead, as its supplier is told. */
export const supplierOutcomes = ['accepted', 'duplicate', 'pending', 'rejected'] as const;
export type SupplierOutcome = (typeof supplierOutcomes)[number];

/** Why a lead was not taken, as its supplier is told: a class of reasons, never the reason. */
export const reasonClasses = [
  'invalid',
  'duplicate',
  'filtered',
  'capped',
  'suppressed',
  'consent',
  'returned',
  'not_wanted',
  'error',
] as const;
export type ReasonClass = (typeof reasonClasses)[number];

const moneySchema = z.object({
  amount: z.number().describe('In units of the currency.').meta({ example: 12 }),
  currency: z.string().describe('ISO 4217 code.').meta({ example: 'USD' }),
});

/** A lead as its supplier sees it. */
export const supplierLeadSchema = z
  .object({
    leadId: z.string().describe('The lead.').meta({ example: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H' }),
    submittedAt: timestampSchema.describe('When it was submitted.'),
    campaignId: z.string().describe('The campaign that you sent it to.').meta({ example: 'ACMRU' }),
    outcome: z
      .enum(supplierOutcomes)
      .describe('accepted: a buyer has it. pending: it has not ended, is held or waits for a person.'),
    reason: z
      .enum(reasonClasses)
      .optional()
      .describe('Why it was not accepted, or for which limit it waits.'),
    payout: moneySchema.optional().describe('What it earns you; absent as long as it never earned anything.'),
    otherPayouts: z
      .array(moneySchema)
      .optional()
      .describe('What it earns you in other currencies too, if what you are paid in changed meanwhile.'),
    subIds: subIdsSchema,
    isTest: z.literal(true).optional().describe('Present on a test lead.'),
  })
  .meta({ id: 'SupplierLead' });
export type SupplierLead = z.infer<typeof supplierLeadSchema>;

/** The query of a supplier's leads; an invalid filter value matches nothing. */
export const listSupplierLeadsQuerySchema = z.object({
  from: dayOrInstant.describe(
    'Leads of this day or later, by the time zone of the company, or from this ISO 8601 instant on.',
  ),
  to: dayOrInstant.describe('Leads until the end of this day, or until this instant; both are included.'),
  subId1: exactSubId.describe('The first sub id.'),
  cursor: exactId.describe(
    'The leadId of the last item of the previous page; any other gives an empty page.',
  ),
  limit: clampedNumber({ minimum: 1, maximum: 100, fallback: 50 }).describe(
    'Items per page, 1 to 100; default 50.',
  ),
});

/** By what the rows of a supplier's report are grouped; `campaign` is the one that it sent its leads to. */
export const supplierReportKeys = ['day', 'campaign', 'subId1'] as const;
export type SupplierReportKey = (typeof supplierReportKeys)[number];

/** The query of a supplier's report. What cannot be read is a VALIDATION_ERROR, and so is an unknown parameter. */
export const supplierReportQuerySchema = z
  .strictObject({
    groupBy: listed(z.enum(supplierReportKeys), { min: 1, max: 3 })
      .refine((keys) => new Set(keys).size === keys.length, 'must not name a key twice')
      .default(['day'])
      .describe('One to three keys, parted by commas; default day.'),
    from: dateSchema.optional().describe('The first day, YYYY-MM-DD; default 29 days before the last.'),
    to: dateSchema
      .optional()
      .describe(
        'The last day, included; default today, in the time zone of the company. At most 366 days are reported at once.',
      ),
  })
  .refine(({ from = '', to = from }) => endsAfterItBegins({ from, to }), endsBefore);

const count = z.int().min(0);
const keyShape = {
  day: z.string().optional().describe('The day, if asked for.'),
  campaign: z
    .string()
    .nullable()
    .optional()
    .describe('The campaign that you sent the leads to, if asked for.'),
  subId1: z.string().max(maxSubIdLength).nullable().optional().describe('The first sub id, if asked for.'),
};

/** The numbers that a supplier is told of some leads. */
export const supplierNumbersShape = {
  received: count.describe('Leads that came in, without test leads: the sum of the four that follow.'),
  accepted: count.describe('A buyer has them, and did not give them back.'),
  rejected: count.describe('Every other end, returns included.'),
  duplicate: count.describe('Were duplicates.'),
  pending: count.describe('Have not ended.'),
  payout: z.array(moneySchema).describe('What the leads earn you, by currency.'),
};

/** A row of a supplier's report. */
export const supplierReportRowSchema = z
  .object({
    ...keyShape,
    ...supplierNumbersShape,
  })
  .meta({ id: 'SupplierReportRow' });
export type SupplierReportRow = z.infer<typeof supplierReportRowSchema>;

/** What a supplier is told of some leads, in numbers. */
export type SupplierNumbers = Omit<SupplierReportRow, SupplierReportKey>;
