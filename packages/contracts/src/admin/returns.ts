/** Returns for operators: their list, totals and table, requests and decisions, and the import of a buyer's file. */
import { z } from 'zod';
import { returnExample, returnIdShape } from '../endpoints/returns.js';
import { exactId } from '../reading/list-query.js';
import {
  listReturnsQuerySchema,
  returnDecisionInputSchema,
  returnInputSchema,
  returnSchema,
} from '../resources/return.js';
import { returnDecisions } from '../words.js';
import {
  csvPartSchema,
  csvQueryShape,
  mostUploadedRows,
  namesExample,
  namesSchema,
  pageEndShape,
  placeSchema,
  uploadShape,
} from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';

const returnsQuery = listReturnsQuerySchema.extend({ leadId: exactId.describe('The lead.') });
const returnsFilter = returnsQuery.omit({ cursor: true, limit: true });

export const adminListReturns = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/returns',
  showsPeople: true,
  summary: 'List returns',
  description:
    'Returns, newest first, as `GET /api/v1/returns` lists them. What people wrote is shown to the role `operate`.',
  query: returnsQuery,
  data: z.object({
    returns: z.array(returnSchema).describe('The returns of this page.'),
    names: namesSchema,
    ...pageEndShape,
  }),
  examples: { data: { returns: [returnExample], names: namesExample, nextCursor: null, hasMore: false } },
});

const part = z.object({
  returns: z.int().describe('How many.'),
  amount: z.number().describe('What their leads were sold for, in units of the currency.'),
});

const returnTotalSchema = z
  .object({
    currency: z.string().describe('ISO 4217 code.').meta({ example: 'USD' }),
    requested: part.describe('Those to be decided.'),
    approved: part.describe('Those that took a sale back.'),
    denied: part.describe('Those that were refused.'),
    withdrawn: part.describe('Those that the buyer took back.'),
  })
  .meta({ id: 'AdminReturnTotal' });
export type ReturnTotal = z.infer<typeof returnTotalSchema>;

export const adminGetReturnTotals = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/returns/totals',
  summary: 'The totals of returns',
  description: 'How many returns these filters match, and what their leads were sold for, by currency.',
  query: returnsFilter,
  data: z.object({
    totals: z
      .array(returnTotalSchema)
      .describe('By currency; amounts are never added across currencies. Empty without returns.'),
  }),
  examples: {
    data: {
      totals: [
        {
          currency: 'USD',
          requested: { returns: 1, amount: 42.5 },
          approved: { returns: 3, amount: 127.5 },
          denied: { returns: 0, amount: 0 },
          withdrawn: { returns: 0, amount: 0 },
        },
      ],
    },
  },
});

export const adminGetReturnsCsv = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/returns/csv',
  showsPeople: true,
  summary: 'Returns as CSV',
  description:
    "The returns that these filters match as a table, newest first, in parts: put one after the other, they are the table. Days are those of the tenant's time zone. What people wrote is shown to the role `operate`.",
  query: returnsFilter.extend(csvQueryShape),
  data: csvPartSchema,
  examples: {
    data: { csv: 'date,time,status,leadId\r\n2026-11-17,09:12:44,requested,lead_1\r\n', nextCursor: null },
  },
});

export const adminRequestReturn = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/returns',
  summary: 'Request a return',
  did: 'asked for a return of {leadId}',
  description: 'Requests the return of a sale, under the terms and refusals of `POST /api/v1/returns`.',
  body: returnInputSchema,
  data: returnSchema,
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: {
    body: { leadId: returnExample.leadId, reason: 'wrong_number' },
    data: returnExample,
  },
});

export const adminDecideReturn = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/returns/{returnId}/decision',
  summary: 'Approve, deny or withdraw a return',
  did: ({ decision = '' }: AuditFacts) =>
    `${decision === 'withdrawn' ? 'withdrew' : decision} a return of {leadId}`,
  description: 'Decides a requested return, once: of several decisions the first counts.',
  params: z.object(returnIdShape),
  body: returnDecisionInputSchema.extend({
    decision: z.enum(returnDecisions).describe('What the return becomes.'),
  }),
  data: returnSchema,
  errors: ['INVALID_STATE'],
  examples: {
    body: { decision: 'denied', note: 'the number is in service' },
    data: { ...returnExample, status: 'denied' },
  },
});

const cell = z.string().max(20_000).optional();

/** A row of a file of returns; what is wrong with it is the result of the row. */
export const returnRowSchema = z
  .object({
    leadId: cell.describe('The lead.'),
    reference: cell.describe("Instead of `leadId`: the buyer's own identifier of the lead."),
    reason: cell.describe('Why.'),
    note: cell.describe('Anything beyond the reason.'),
  })
  .meta({ id: 'AdminReturnRow' });
export type ReturnRow = z.infer<typeof returnRowSchema>;

/** What became of a row. */
export const importedReturnSchema = z
  .object({
    result: z
      .enum(['accepted', 'duplicate', 'refused'])
      .describe('accepted, duplicate (its sale has a return already), or refused.'),
    why: z.string().optional().describe('Why it was refused.'),
    returnId: z.string().optional().describe('The return; absent in a dry run.'),
  })
  .meta({ id: 'AdminImportedReturn' });
export type ImportedReturn = z.infer<typeof importedReturnSchema>;

export const adminImportReturns = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/returns/import',
  summary: 'Import returns',
  did: 'imported returns',
  description:
    'Requests a return for each row, in their order. A refused row does not stop the others, and a repeated call requests none twice.',
  body: z.object({
    rows: z.array(returnRowSchema).min(1).max(1_000).describe('The rows.'),
    dryRun: z.boolean().default(false).describe('Only says what would become of the rows.'),
  }),
  changes: ({ dryRun }: { readonly dryRun?: boolean }) => dryRun !== true,
  data: z.object({
    results: z.array(importedReturnSchema).describe('What became of each row, in the order of the rows.'),
  }),
  examples: {
    body: { rows: [{ reference: 'B-1042', reason: 'wrong_number' }], dryRun: true },
    data: { results: [{ result: 'refused', why: 'reference: belongs to no sale' }] },
  },
});

const importedPlaceSchema = importedReturnSchema.extend({ place: placeSchema }).meta({
  id: 'AdminImportedPlace',
});
export type ImportedPlace = z.infer<typeof importedPlaceSchema>;

export const adminImportReturnsFile = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/returns/import/file',
  summary: 'Import a file of returns',
  did: 'imported a file of returns',
  description:
    'Requests a return for each row of a CSV file with the columns `leadId` or `reference`, `reason` and `note`, as `POST …/returns/import` does.',
  body: z.object({
    ...uploadShape(mostUploadedRows.returns),
    dryRun: z.boolean().default(false).describe('Only says what would become of the rows.'),
  }),
  changes: ({ dryRun }: { readonly dryRun?: boolean }) => dryRun !== true,
  data: z.object({
    rows: z.array(importedPlaceSchema).describe('What became of each row, in their order.'),
  }),
  examples: {
    body: {
      // reference,reason and one row.
      file: 'cmVmZXJlbmNlLHJlYXNvbgpCLTEwNDIsd3JvbmdfbnVtYmVyCg==',
      dryRun: true,
    },
    data: { rows: [{ place: 'line 2', result: 'accepted' }] },
  },
});
