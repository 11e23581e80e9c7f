/** Reports of leads and money: how they are asked for, and their rows. */
import { z } from 'zod';
import { reportBases, reportKeys, type ReportKey } from '../words.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { dateSchema, timeZoneSchema } from '../formats/primitives.js';
import { spelled } from '../formats/spelled-enum.js';
import { timeZoneAsKnown } from '../formats/time-zone.js';

/** The numbers of leads in a row, in the order of their columns. */
export const reportNumbers = [
  'received',
  'qualified',
  'disqualified',
  'duplicate',
  'delivered',
  'rejected',
  'failed',
  'error',
  'pending',
  'returned',
] as const;
export type ReportNumber = (typeof reportNumbers)[number];

/** Accepts a list in one parameter, parted by commas, or in several of its name. */
export function listed<Item extends z.ZodType>(item: Item, { min = 0, max }: { min?: number; max: number }) {
  return z
    .preprocess(
      (sent: unknown) =>
        [sent].flat().every((text) => typeof text === 'string')
          ? [sent]
              .flat()
              .join(',')
              .split(',')
              .map((each) => each.trim())
              .filter((each) => each !== '')
          : sent,
      z.array(item).min(min).max(max),
    )
    .meta({ param: { style: 'form', explode: false } });
}

const ids = listed(requiredTextSchema.max(100), { max: 100 }).optional();

/** Whether the last day of a report is none before the first; days that cannot be read are refused for that. */
export function endsAfterItBegins({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return [from, to].some((day) => !dateSchema.safeParse(day).success) || from <= to;
}
export const endsBefore = { path: ['to'], error: 'must not be before from' };

/** The query of a report. What cannot be read is a VALIDATION_ERROR, and so is a parameter that it does not know. */
export const leadReportQuerySchema = z
  .strictObject({
    groupBy: listed(z.enum(reportKeys), { min: 1, max: 3 })
      .refine((keys) => new Set(keys).size === keys.length, 'must not name a key twice')
      .describe('One to three keys, parted by commas.'),
    from: dateSchema.describe('The first day, YYYY-MM-DD.'),
    to: dateSchema.describe('The last day, included.'),
    // Rows are kept by the zone, which may be written in any case.
    timezone: timeZoneSchema
      .overwrite(timeZoneAsKnown)
      .optional()
      .describe("By whose days is counted; default the tenant's time zone."),
    basis: spelled(reportBases)
      .default('received')
      .describe(
        '`received`: everything counts on the day on which its lead came in. `occurred`: on its own day.',
      ),
    campaignIds: ids.describe('Only leads that were submitted to these campaigns.'),
    clientIds: ids.describe('Only these clients.'),
    offerIds: ids.describe('Only these offers.'),
    supplierIds: ids.describe('Only these suppliers.'),
    format: spelled(['json', 'csv'])
      .optional()
      .describe('`csv` answers a table without an envelope, as `Accept: text/csv` does; default json.'),
    bom: spelled(['true', 'false'])
      .default('false')
      .describe('Whether a CSV begins with a byte order mark, for Excel.'),
  })
  .refine(endsAfterItBegins, endsBefore);
export type LeadReportQuery = z.infer<typeof leadReportQuerySchema>;

const count = z.int().min(0);
const numbersShape = {
  received: count.describe('Leads that came in: the sum of the seven ends, and those pending.'),
  qualified: count.describe('Leads that passed qualification.'),
  disqualified: count.describe('Leads that a condition or an invalid field disqualified.'),
  duplicate: count.describe('Leads that were duplicates, here or at their buyers.'),
  delivered: count.describe('Leads that a buyer took.'),
  rejected: count.describe('Leads that buyers refused, or that found no room.'),
  failed: count.describe('Leads whose buyer could not be reached.'),
  error: count.describe('Leads that ended by a fault of ours or of the configuration.'),
  pending: count.describe('Leads that have not ended.'),
  returned: count.describe('Of those delivered: came back.'),
};
const money = z
  .array(
    z.object({
      currency: z.string().describe('ISO 4217 code.'),
      revenue: z.number().describe('Sales, milestones, returns and adjustments.'),
      cost: z.number().describe('Costs and their reversals.'),
      profit: z.number().describe('Revenue less cost.'),
    }),
  )
  .describe('By currency; amounts are never added across currencies.');
const rateSchema = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe('Delivered of delivered, rejected and failed, four digits; null without any.');

const keyShape = Object.fromEntries(
  reportKeys.map((key) => [key, z.string().nullable().optional().describe(`The ${key}, if asked for.`)]),
) as Record<ReportKey, z.ZodOptional<z.ZodNullable<z.ZodString>>>;

/** A row of a report. */
export const leadReportRowSchema = z
  .object({ ...keyShape, ...numbersShape, acceptRate: rateSchema, money })
  .meta({ id: 'LeadReportRow' });
export type LeadReportRow = z.infer<typeof leadReportRowSchema>;

/** The sums of all rows. */
export const leadReportTotalsSchema = z
  .object({ ...numbersShape, acceptRate: rateSchema, money })
  .meta({ id: 'LeadReportTotals' });
export type LeadReportTotals = z.infer<typeof leadReportTotalsSchema>;
