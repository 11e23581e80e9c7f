/** Tenants of the installation, as the admin API shows them. */
import { z } from 'zod';
import { tenantIdSchema } from '../ids.js';
import { timeZoneSchema } from '../resources/primitives.js';
import { nextCursorSchema, pageQueryShape, tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const tenantSummarySchema = z
  .object({
    tenantId: tenantIdSchema.describe('The tenant.'),
    name: z.string().describe('Its name.'),
    timezone: timeZoneSchema.describe('The time zone of its days; UTC unless its file names one.'),
  })
  .meta({ id: 'AdminTenant' });

const demoTenant = { tenantId: 'demo', name: 'Demo Leads', timezone: 'America/New_York' };

/** GET /admin/v1/tenants */
export const adminListTenants = defineAdminEndpoint({
  operationId: 'adminListTenants',
  method: 'GET',
  path: '/admin/v1/tenants',
  role: 'view',
  scope: 'installation',
  tag: 'Admin: tenants',
  summary: 'List tenants',
  description: 'Lists the tenants of the installation by their ids.',
  query: z.object(pageQueryShape),
  data: z.object({
    tenants: z.array(tenantSummarySchema).describe('The tenants of this page.'),
    nextCursor: nextCursorSchema,
  }),
  errors: [],
  examples: { data: { tenants: [demoTenant], nextCursor: null } },
});

/** GET /admin/v1/tenants/{tenantId} */
export const adminGetTenant = defineAdminEndpoint({
  operationId: 'adminGetTenant',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}',
  role: 'view',
  scope: 'tenant',
  tag: 'Admin: tenants',
  summary: 'Get a tenant',
  description: 'Returns one tenant.',
  params: tenantParams,
  data: tenantSummarySchema,
  errors: [],
  examples: { data: demoTenant },
});
