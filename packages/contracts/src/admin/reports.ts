/** Reports of leads and money for operators. */
import { z } from 'zod';
import { leadReport, leadReportExample } from '../endpoints/reports.js';
import { endsAfterItBegins, endsBefore, leadReportQuerySchema } from '../resources/lead-report.js';
import { namesExample, namesSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const { format: _format, bom, ...asked } = leadReportQuerySchema.shape;

export const adminLeadReport = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/reports/leads',
  summary: 'Report leads and money',
  description: 'The same numbers as `GET /api/v1/reports/leads` of the tenant; no person is named.',
  query: z.object(asked).refine(endsAfterItBegins, endsBefore),
  data: leadReport.data.extend({ names: namesSchema }),
  examples: { data: { ...leadReportExample, names: namesExample } },
});

export const adminLeadReportCsv = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/reports/leads/csv',
  summary: 'Report leads and money as CSV',
  description:
    'The rows of the same report as a table, in the form of `GET /api/v1/reports/leads?format=csv`.',
  query: z.object({ ...asked, bom }).refine(endsAfterItBegins, endsBefore),
  data: z.object({ csv: z.string().describe('The table.') }),
  examples: { data: { csv: 'day,received\r\n2026-11-15,120\r\n' } },
});
