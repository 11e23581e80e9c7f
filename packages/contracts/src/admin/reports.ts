/** Reports of leads and money for operators. */
import { z } from 'zod';
import { leadReport, leadReportExample } from '../endpoints/reports.js';
import { endsAfterItBegins, endsBefore, leadReportQuerySchema } from '../resources/lead-report.js';
import { tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const { format: _format, bom, ...asked } = leadReportQuerySchema.shape;

/** GET /admin/v1/tenants/{tenantId}/reports/leads */
export const adminLeadReport = defineAdminEndpoint({
  operationId: 'adminLeadReport',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/reports/leads',
  role: 'view',
  scope: 'tenant',
  tag: 'Admin: reports',
  summary: 'Report leads and money',
  description: 'The same numbers as `GET /api/v1/reports/leads` of the tenant; no person is named.',
  params: tenantParams,
  query: z.object(asked).refine(endsAfterItBegins, endsBefore),
  data: leadReport.data,
  errors: [],
  examples: { data: leadReportExample },
});

/** GET /admin/v1/tenants/{tenantId}/reports/leads/csv */
export const adminLeadReportCsv = defineAdminEndpoint({
  operationId: 'adminLeadReportCsv',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/reports/leads/csv',
  role: 'view',
  scope: 'tenant',
  tag: 'Admin: reports',
  summary: 'Report leads and money as CSV',
  description:
    'The rows of the same report as a table, in the form of `GET /api/v1/reports/leads?format=csv`.',
  params: tenantParams,
  query: z.object({ ...asked, bom }).refine(endsAfterItBegins, endsBefore),
  data: z.object({ csv: z.string().describe('The table.') }),
  errors: [],
  examples: { data: { csv: 'day,received\r\n2026-11-15,120\r\n' } },
});
