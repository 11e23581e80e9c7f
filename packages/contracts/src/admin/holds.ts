/** Holds on outbound calls, of a tenant or of the whole installation. */
import { z } from 'zod';
import { requiredText } from '../resources/bounds.js';
import { instantSchema, tenantParams } from './admin-fields.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const holdSchema = z
  .object({
    tenantId: z.string().nullable().describe('Whose calls are on hold; null for the whole installation.'),
    by: z.string().describe('The person who put calls on hold.'),
    reason: z.string().describe('Why.'),
    since: instantSchema.describe('Since when.'),
  })
  .meta({ id: 'AdminHold' });

const tag = 'Admin: holds';
const body = z.object({
  reason: requiredText(200, z.string().trim())
    .describe('The reason, shown to other operators.')
    .meta({ example: 'restore' }),
});
const onHoldSchema = z.object({ held: z.literal(true).describe('The calls are on hold.') });
const releasedSchema = z.object({ released: z.literal(true).describe('The hold was released.') });
const holdWords =
  'Within 3 s workers stop calling buyers, platforms, vendors and receivers. Leads are still accepted and decided, and continue where they were once the hold is released.';
const releaseWords = 'Waiting leads continue within a minute.';

/** GET /admin/v1/holds */
export const adminListHolds = defineAdminEndpoint({
  operationId: 'adminListHolds',
  method: 'GET',
  path: '/admin/v1/holds',
  role: 'view',
  scope: 'installation',
  tag,
  summary: 'List holds',
  description: 'Lists the active holds.',
  data: z.object({ holds: z.array(holdSchema).describe('Every hold, that of the installation first.') }),
  errors: [],
  examples: {
    data: {
      holds: [{ tenantId: null, by: 'Ada', reason: 'restore', since: '2026-01-15T17:20:31.042Z' }],
    },
  },
});

/** PUT /admin/v1/hold */
export const adminHoldInstallation = defineAdminEndpoint({
  operationId: 'adminHoldInstallation',
  method: 'PUT',
  path: '/admin/v1/hold',
  role: 'operate',
  scope: 'installation',
  tag,
  summary: 'Hold all calls',
  description: `Holds the calls of every tenant. ${holdWords}`,
  body,
  data: onHoldSchema,
  errors: [],
  examples: { body: { reason: 'restore' }, data: { held: true } },
});

/** DELETE /admin/v1/hold */
export const adminReleaseInstallation = defineAdminEndpoint({
  operationId: 'adminReleaseInstallation',
  method: 'DELETE',
  path: '/admin/v1/hold',
  role: 'operate',
  scope: 'installation',
  tag,
  summary: 'Release all calls',
  description: `Releases the hold on the installation; holds on single tenants stay. ${releaseWords}`,
  data: releasedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { released: true } },
});

/** PUT /admin/v1/tenants/{tenantId}/hold */
export const adminHoldTenant = defineAdminEndpoint({
  operationId: 'adminHoldTenant',
  method: 'PUT',
  path: '/admin/v1/tenants/{tenantId}/hold',
  role: 'operate',
  scope: 'tenant',
  tag,
  summary: "Hold a tenant's calls",
  description: `Holds the calls of one tenant. ${holdWords}`,
  params: tenantParams,
  body,
  data: onHoldSchema,
  errors: [],
  examples: { body: { reason: 'wrong buyer' }, data: { held: true } },
});

/** DELETE /admin/v1/tenants/{tenantId}/hold */
export const adminReleaseTenant = defineAdminEndpoint({
  operationId: 'adminReleaseTenant',
  method: 'DELETE',
  path: '/admin/v1/tenants/{tenantId}/hold',
  role: 'operate',
  scope: 'tenant',
  tag,
  summary: "Release a tenant's calls",
  description: `Releases the hold on one tenant; a hold on the installation stays. ${releaseWords}`,
  params: tenantParams,
  data: releasedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { released: true } },
});
