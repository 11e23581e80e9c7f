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
import { nextCursorSchema, tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const tag = 'Admin: returns';

/** GET /admin/v1/tenants/{tenantId}/returns */
export const adminListReturns = defineAdminEndpoint({
  operationId: 'adminListReturns',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/returns',
  role: 'view',
  scope: 'tenant',
  tag,
  summary: 'List returns',
  description:
    'Returns, newest first, as `GET /api/v1/returns` lists them. What people wrote is shown to the role `operate`.',
  params: tenantParams,
  query: listReturnsQuerySchema.extend({ leadId: exactId.describe('The lead.') }),
  data: z.object({
    returns: z.array(returnSchema).describe('The returns of this page.'),
    nextCursor: nextCursorSchema,
  }),
  errors: [],
  examples: { data: { returns: [returnExample], nextCursor: null } },
});

/** POST /admin/v1/tenants/{tenantId}/returns */
export const adminRequestReturn = defineAdminEndpoint({
  operationId: 'adminRequestReturn',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/returns',
  role: 'operate',
  scope: 'tenant',
  tag,
  summary: 'Request a return',
  description: 'Requests the return of a sale, under the terms and refusals of `POST /api/v1/returns`.',
  params: tenantParams,
  body: returnInputSchema,
  data: returnSchema,
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: {
    body: { leadId: returnExample.leadId, reason: 'wrong_number' },
    data: returnExample,
  },
});

/** POST /admin/v1/tenants/{tenantId}/returns/{returnId}/decision */
export const adminDecideReturn = defineAdminEndpoint({
  operationId: 'adminDecideReturn',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/returns/{returnId}/decision',
  role: 'operate',
  scope: 'tenant',
  tag,
  summary: 'Approve, deny or withdraw a return',
  description: 'Decides a requested return, once: of several decisions the first counts.',
  params: tenantParams.extend(returnIdShape),
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

/** POST /admin/v1/tenants/{tenantId}/returns/import */
export const adminImportReturns = defineAdminEndpoint({
  operationId: 'adminImportReturns',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/returns/import',
  role: 'operate',
  scope: 'tenant',
  tag,
  summary: 'Import returns',
  description:
    'Requests a return for each row, in their order. A refused row does not stop the others, and a repeated call requests none twice.',
  params: tenantParams,
  body: z.object({
    rows: z.array(returnRowSchema).min(1).max(1_000).describe('The rows.'),
    dryRun: z.boolean().default(false).describe('Only says what would become of the rows.'),
  }),
  changes: ({ dryRun }: { readonly dryRun?: boolean }) => dryRun !== true,
  data: z.object({
    results: z.array(importedReturnSchema).describe('What became of each row, in the order of the rows.'),
  }),
  errors: [],
  examples: {
    body: { rows: [{ reference: 'B-1042', reason: 'wrong_number' }], dryRun: true },
    data: { results: [{ result: 'refused', why: 'reference: belongs to no sale' }] },
  },
});

export const returnEndpoints = [
  adminListReturns,
  adminRequestReturn,
  adminDecideReturn,
  adminImportReturns,
] as const;
