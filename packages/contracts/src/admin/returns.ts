/** Returns that an operator imports from a file of a buyer. */
import { z } from 'zod';
import { tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

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
  tag: 'Admin: returns',
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
