/** Finding leads: by id, email address, phone number or the beginning of a name. */
import { z } from 'zod';
import { maxSubIdLength } from '../records/lead-source.js';
import { subIdsSchema } from '../resources/lead-list.js';
import { approvalStatusSchema } from '../resources/lead-status.js';
import { reportNumbers } from '../resources/lead-report.js';
import { leadStatuses } from '../words.js';
import {
  csvPartSchema,
  csvQueryShape,
  instantSchema,
  namesExample,
  namesSchema,
  pageEndShape,
  pageQueryShape,
} from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';

const MOST_VALUES = 100;
const LONGEST_VALUE = 100;

const values = z.array(z.string().trim().min(1).max(LONGEST_VALUE)).max(MOST_VALUES);
const statuses = z.array(z.enum(leadStatuses)).max(MOST_VALUES);

// A query names several values in one parameter, a body in a list.
const listed = z
  .string()
  .max(MOST_VALUES * LONGEST_VALUE)
  .transform((text) => text.split(',').map((each) => each.trim()));

const periodShape = {
  from: z.iso.datetime({ offset: true }).optional().describe('Created at or after this time.'),
  to: z.iso.datetime({ offset: true }).optional().describe('Created at or before this time.'),
};

const subId1Field = z
  .string()
  .trim()
  .min(1)
  .max(maxSubIdLength)
  .optional()
  .describe('With this first sub id.');

const inAQuery = 'separated by commas';

/** A person as lists show one: the first letters of names, the domain of the email address, the end of the number. */
export const maskedPersonSchema = z
  .object({
    name: z.string().optional().describe('Its first letters.'),
    email: z.string().optional().describe('Its first letter and its domain.'),
    phone: z.string().optional().describe('Its last four digits.'),
  })
  .meta({ id: 'AdminMaskedPerson' });

/** A lead as lists show it. */
export const leadRowSchema = z
  .object({
    leadId: z.string().describe('The lead.'),
    campaignId: z.string().describe('The campaign that it is of.'),
    clientId: z.string().optional().describe('The client of the campaign.'),
    offerId: z.string().optional().describe('The offer of the campaign.'),
    person: maskedPersonSchema.describe('The person, masked.'),
    status: z.string().describe('Its status.'),
    sale: z
      .object({
        campaignId: z.string().describe('The campaign that placed it.'),
        clientId: z.string().optional().describe('Its client: the buyer.'),
        amount: z.number().describe('The price, in units of the currency.'),
        currency: z.string().describe('ISO 4217 code.'),
        unpriced: z.literal(true).optional().describe('Present on a sale without any price.'),
      })
      .optional()
      .describe('Its latest sale, returned or not; in lists only.'),
    because: z.string().optional().describe('The reason for its status, in plain words.'),
    approvalStatus: approvalStatusSchema.optional().describe('Whether a person has approved it.'),
    isTest: z.boolean().describe('Whether it is a test lead.'),
    supplierId: z.string().optional().describe('The supplier that sent it.'),
    sentTo: z.string().optional().describe('The campaign that its supplier sent it to.'),
    subIds: subIdsSchema.optional(),
    createdAt: instantSchema.describe('When it was created.'),
    updatedAt: instantSchema.describe('When it was last changed.'),
    lastSubmissionId: z.string().describe('Its latest submission.'),
  })
  .meta({ id: 'AdminLeadRow' });
export type LeadRow = z.infer<typeof leadRowSchema>;

/** A lead of a list. */
export const leadRowExample = {
  leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
  campaignId: 'ACMRU',
  person: { name: 'A… B…', email: 'a…@example.com', phone: '…1212' },
  status: 'delivered',
  isTest: false,
  createdAt: '2026-01-15T17:20:31.042Z',
  updatedAt: '2026-01-15T17:20:32.511Z',
  lastSubmissionId: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J',
};

const sold = {
  ...leadRowExample,
  sale: { campaignId: 'ACMRU', clientId: 'cli_acme', amount: 42.5, currency: 'USD' },
};

const pageOfLeads = z.object({
  leads: z.array(leadRowSchema).describe('The leads of this page.'),
  names: namesSchema,
  order: z.enum(['newest', 'name']).describe('The order of the list.'),
  ...pageEndShape,
});

/** The columns of the whole table of leads. */
export const leadColumns = [
  ...['date', 'time', 'leadId', 'campaignId', 'campaign', 'status', 'reason'],
  ...['firstName', 'lastName', 'email', 'phone', 'street', 'city', 'state', 'zip'],
  ...['placedCampaignId', 'clientId', 'client', 'price', 'currency', 'supplierId', 'subId1', 'isTest'],
] as const;

/** Which leads a list has. */
const filterShape = {
  campaignIds: listed.pipe(values).optional().describe(`Of these campaigns, ${inAQuery}.`),
  clientIds: listed.pipe(values).optional().describe(`Of these clients, ${inAQuery}.`),
  offerIds: listed.pipe(values).optional().describe(`Of these offers, ${inAQuery}.`),
  supplierIds: listed.pipe(values).optional().describe(`Of these suppliers, ${inAQuery}.`),
  subId1: subId1Field,
  status: listed.pipe(statuses).optional().describe(`Of these statuses, ${inAQuery}.`),
  counted: z
    .enum(reportNumbers)
    .optional()
    .describe(
      'Only the leads behind this number of a report. As there, a lead counts by what its last submission came to, and for the client and the offer of the campaign that took it; tests and imports are left out.',
    ),
  placedCampaignIds: listed
    .pipe(values)
    .optional()
    .describe(`With \`counted\`: taken by these campaigns, ${inAQuery}.`),
  ...periodShape,
};

// Without a number of a report, a lead is listed whoever took it.
const isPlacedBesideCounted = ({
  counted,
  placedCampaignIds,
}: {
  readonly counted?: unknown;
  readonly placedCampaignIds?: unknown;
}) => placedCampaignIds === undefined || counted !== undefined;
const withoutCounted = { path: ['placedCampaignIds'], error: 'goes with counted only' };

export const adminListLeads = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/leads',
  summary: 'List leads',
  description: 'Lists leads newest first. Personal data is masked.',
  query: z.object({ ...pageQueryShape, ...filterShape }).refine(isPlacedBesideCounted, withoutCounted),
  data: pageOfLeads,
  examples: {
    data: { leads: [sold], names: namesExample, order: 'newest', nextCursor: null, hasMore: false },
  },
});

const MOST_COLUMNS = 60;

export const adminGetLeadsCsv = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'GET',
  path: '/leads.csv',
  showsPeople: true,
  audited: true,
  summary: 'Leads as CSV, with personal data',
  did: 'took leads as CSV, with personal data',
  description:
    "The leads that these filters match as a table, newest first, in parts: put one after the other, they are the table. Personal data is not masked; of an erased lead there is none. Times are those of the tenant's time zone. The audit records who took how many leads.",
  query: z
    .object({
      ...csvQueryShape,
      ...filterShape,
      columns: listed
        .pipe(z.array(z.string().min(1).max(LONGEST_VALUE)).min(1).max(MOST_COLUMNS))
        .optional()
        .describe(
          `The columns in their order, ${inAQuery}: those of the whole table, or keys of fields such as \`injury\` or \`address.street\`. Default: ${leadColumns.join(', ')}.`,
        ),
    })
    .refine(isPlacedBesideCounted, withoutCounted),
  data: csvPartSchema,
  examples: {
    data: { csv: 'date,time,leadId,firstName\r\n2026-11-15,09:12:44,lead_1,Ada\r\n', nextCursor: null },
  },
});

const wholeLeadId = /^\s*lead_[0-9a-hjkmnp-tv-z]{26}\s*$/i;

export const adminSearchLeads = defineAdminEndpoint({
  // What is searched for is personal data: proxies write addresses to their logs, and leave bodies out.
  ...inTenant.view,
  method: 'POST',
  path: '/leads/search',
  changes: false,
  asksAboutPeople: ({ search }: { readonly search: string }) => !wholeLeadId.test(search),
  summary: 'Search leads',
  did: ({ by }: AuditFacts) => (by === undefined ? 'searched leads' : `searched leads by ${by}`),
  description:
    'Finds leads by an id, an email address, a phone number in any format, or the start of one or more names, with or without accents; newest first, or by name if the search is the start of a name. Personal data is masked. A search for anything but an id needs the role `operate`, and the audit records who made it, what kind of search it was and which leads it found, not what was searched for.',
  body: z.object({
    search: z.string().trim().min(1).max(200).describe('The search text.'),
    campaignIds: values.optional().describe('Of these campaigns.'),
    clientIds: values.optional().describe('Of these clients.'),
    offerIds: values.optional().describe('Of these offers.'),
    supplierIds: values.optional().describe('Of these suppliers.'),
    subId1: subId1Field,
    status: statuses.optional().describe('Of these statuses.'),
    ...periodShape,
    ...pageQueryShape,
  }),
  data: pageOfLeads,
  examples: {
    body: { search: 'ada@example.com' },
    data: { leads: [sold], names: namesExample, order: 'newest', nextCursor: null, hasMore: false },
  },
});
