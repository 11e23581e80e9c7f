/** Returns for operators: their list, requests and decisions, and the import of a buyer's file. */
import { z } from 'zod';
import { returnExample, returnIdShape } from '../endpoints/returns.js';
import { exactId } from '../resources/list-query.js';
import {
  listReturnsQuerySchema,
  returnDecisionInputSchema,
  returnInputSchema,
  returnSchema,
} from '../resources/return.js';
import { returnDecisions } from '../words.js';
import { nextCursorSchema } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

export const adminListReturns = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/returns',
  role: 'view',
  summary: 'List returns',
  description:
    'Returns, newest first, as `GET /api/v1/returns` lists them. What people wrote is shown to the role `operate`.',
  query: listReturnsQuerySchema.extend({ leadId: exactId.describe('The lead.') }),
  data: z.object({
    returns: z.array(returnSchema).describe('The returns of this page.'),
    nextCursor: nextCursorSchema,
  }),
  examples: { data: { returns: [returnExample], nextCursor: null } },
});

export const adminRequestReturn = defineAdminEndpoint({
  method: 'POST',
  scope: 'tenant',
  path: '/returns',
  role: 'operate',
  summary: 'Request a return',
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
  method: 'POST',
  scope: 'tenant',
  path: '/returns/{returnId}/decision',
  role: 'operate',
  summary: 'Approve, deny or withdraw a return',
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
  method: 'POST',
  scope: 'tenant',
  path: '/returns/import',
  role: 'operate',
  summary: 'Import returns',
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
