/** Tenants of the installation, as the admin API shows them. */
import { z } from 'zod';
import { tenantIdSchema } from '../ids.js';
import { requiredTextSchema } from '../formats/bounds.js';
import { timeZoneSchema } from '../formats/primitives.js';
import { pageEndShape, pageQueryShape } from './admin-fields.js';
import { inInstallation, inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const tenantSummarySchema = z
  .object({
    tenantId: tenantIdSchema.describe('The tenant.'),
    name: z.string().describe('Its name.'),
    timezone: timeZoneSchema.describe('The time zone of its days; UTC unless its file names one.'),
  })
  .meta({ id: 'AdminTenant' });

const demoTenant = { tenantId: 'demo', name: 'Demo Leads', timezone: 'America/New_York' };

export const adminListTenants = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/tenants',
  summary: 'List tenants',
  description: 'Lists the tenants of the installation by their ids.',
  query: z.object(pageQueryShape),
  data: z.object({
    tenants: z.array(tenantSummarySchema).describe('The tenants of this page.'),
    ...pageEndShape,
  }),
  examples: { data: { tenants: [demoTenant], nextCursor: null, hasMore: false } },
});

export const adminCreateTenant = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/tenants',
  summary: 'Create a tenant',
  did: 'created the tenant {tenantId}',
  description:
    'Creates a tenant that has nothing yet. Its first owner is invited next. INVALID_STATE if there is a tenant of this id.',
  body: z.object({
    tenantId: tenantIdSchema.describe('Its id, which stays.'),
    name: requiredTextSchema.describe('Its name.'),
    timezone: timeZoneSchema.optional().describe('The time zone of its days; default UTC.'),
  }),
  data: tenantSummarySchema,
  successStatus: 201,
  errors: ['INVALID_STATE'],
  examples: { body: demoTenant, data: demoTenant },
});

export const adminGetTenant = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '',
  summary: 'Get a tenant',
  description: 'Returns one tenant.',
  data: tenantSummarySchema,
  examples: { data: demoTenant },
});
