/** The statement of a client: what it owes for a month. */
import { z } from 'zod';
import { saleExample } from '../endpoints/ledger.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { ledgerEntrySchema } from '../resources/ledger-list.js';
import { csvPartSchema, csvQueryShape, instantSchema, pageEndShape, pageQueryShape } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { owedShape } from './ledger-total.js';

const asked = {
  clientId: requiredTextSchema.max(100).describe('The client.').meta({ example: 'cli_acme' }),
  month: z
    .string()
    .regex(/^(this|last|[12]\d{3}-(0[1-9]|1[0-2]))$/, 'must be a month, YYYY-MM, or this or last')
    .default('last')
    .describe(
      "The month, YYYY-MM, or `this` or `last` (the default), by the client's time zone, else the tenant's.",
    ),
};

const { entryId, type, amount, currency, leadId, occurredAt, unpriced, note, by } = ledgerEntrySchema.shape;
const entrySchema = z
  .object({
    ...{ entryId, type, amount, currency, leadId },
    campaignId: z
      .string()
      .describe('The campaign that the lead was placed with, else the one that it was submitted to.')
      .meta({ example: 'ACMRU' }),
    campaignName: z.string().optional().describe('Its name.'),
    ...{ occurredAt, unpriced, note, by },
  })
  .meta({ id: 'AdminStatementEntry' });
export type StatementEntry = z.infer<typeof entrySchema>;

/** A page of a statement, with the sums of the whole month. */
export const statementSchema = z
  .object({
    clientId: z.string().describe('The client.'),
    clientName: z.string().describe('Its name.'),
    month: z.string().describe('The month, YYYY-MM.'),
    timezone: z.string().describe('The time zone of its days.'),
    from: instantSchema.describe('The first instant of the month.'),
    to: instantSchema.describe('The last millisecond of the month.'),
    sums: z
      .array(
        z.object({
          ...owedShape,
          due: z.number().describe('What is due: sales, returns, adjustments and milestones.'),
        }),
      )
      .describe('Of the whole month, by currency; amounts are never added across currencies.'),
    entries: z.array(entrySchema).describe('The entries of this page, newest first.'),
    ...pageEndShape,
  })
  .meta({ id: 'AdminStatement' });
export type Statement = z.infer<typeof statementSchema>;
export type StatementSum = Statement['sums'][number];

const entryExample: StatementEntry = {
  entryId: saleExample.entryId,
  type: 'sale',
  amount: 42.5,
  currency: 'USD',
  leadId: saleExample.leadId,
  campaignId: 'ACMRU',
  campaignName: 'Acme - Roundup',
  occurredAt: saleExample.occurredAt,
};

export const adminGetStatement = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/ledger/statement',
  showsPeople: true,
  summary: 'The statement of a client',
  description:
    'What a client owes for a month: the sales, returns, adjustments and milestones of the ledger that were booked in it, and their sums by currency. People’s notes are shown to the role `operate`.',
  query: z.object({ ...asked, ...pageQueryShape }),
  data: statementSchema,
  examples: {
    data: {
      clientId: 'cli_acme',
      clientName: 'Acme',
      month: '2026-11',
      timezone: 'America/New_York',
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-12-01T04:59:59.999Z',
      sums: [
        {
          currency: 'USD',
          sales: { entries: 1, amount: 42.5 },
          returns: { entries: 0, amount: 0 },
          adjustments: { entries: 0, amount: 0 },
          milestones: { entries: 0, amount: 0 },
          unpriced: 0,
          due: 42.5,
        },
      ],
      entries: [entryExample],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const adminGetStatementCsv = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/ledger/statement/csv',
  showsPeople: true,
  summary: 'The statement of a client as CSV',
  description:
    'The entries of a statement as a table, in parts: put one after the other, they are the table. It has no sums, so that its columns add up. People’s notes are shown to the role `operate`.',
  query: z.object({ ...asked, ...csvQueryShape }),
  data: csvPartSchema,
  examples: {
    data: { csv: 'date,time,type,leadId\r\n2026-11-15,09:12:44,sale,lead_1\r\n', nextCursor: null },
  },
});
