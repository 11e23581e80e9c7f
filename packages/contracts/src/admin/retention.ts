/** Retention and export of a tenant's records, in the admin API. */
import { z } from 'zod';
import { exportKinds } from '../records/exported.js';
import { retentionSchema } from '../resources/retention.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';

export const adminGetRetention = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/retention',
  summary: 'Get the retention of a tenant',
  description: 'Returns how many days finished records are kept, and what has been deleted so far.',
  data: z
    .object({
      days: retentionSchema.describe('Days by kind; a kind without a number is kept forever.'),
      deleted: z.record(z.string(), z.number().int()).describe('Documents deleted so far, by collection.'),
      lastDeletedAt: instantSchema.nullable().describe('When the last ones were deleted.'),
    })
    .meta({ id: 'AdminRetention' }),
  examples: {
    data: {
      days: { leads: 400, messages: 400 },
      deleted: { leads: 1204, submissions: 1310 },
      lastDeletedAt: '2026-11-22T09:00:00.000Z',
    },
  },
});

const kindsText = `Some of ${exportKinds.join(', ')}, separated by commas; default: all.`;

export const adminExportRecords = defineAdminStream({
  ...inTenant.administer,
  method: 'GET',
  path: '/export',
  audited: true,
  summary: "Export a tenant's records",
  did: 'exported the records of {tenantId}',
  description:
    'Returns one line of JSON per record, including personal data, after a first line with the paths of personal data and before a last line with the counts. An answer without the last line is incomplete.',
  query: z.object({
    kinds: z
      .string()
      .max(200)
      .transform((text) => text.split(',').map((kind) => kind.trim()))
      .pipe(z.array(z.enum(exportKinds)).min(1))
      .optional()
      .describe(kindsText),
    since: instantSchema.optional().describe('Only records written at or after this time.'),
    until: instantSchema.optional().describe('Only records written before this time.'),
  }),
  format: 'ndjson',
  item: z.looseObject({ record: z.enum(['export', ...exportKinds, 'end']).describe('The kind of line.') }),
  examples: { item: { record: 'end', records: { leads: 3 } } },
});
