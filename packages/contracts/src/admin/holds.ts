/** Holds on outbound calls, of a tenant or of the whole installation. */
import { z } from 'zod';
import { requiredText } from '../formats/bounds.js';
import { instantSchema } from './admin-fields.js';
import { inInstallation, inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const holdSchema = z
  .object({
    tenantId: z.string().nullable().describe('Whose calls are on hold; null for the whole installation.'),
    by: z.string().describe('The person who put calls on hold.'),
    reason: z.string().describe('Why.'),
    since: instantSchema.describe('Since when.'),
  })
  .meta({ id: 'AdminHold' });

const body = z.object({
  reason: requiredText(200, z.string().trim())
    .describe('The reason, shown to whoever finds the calls on hold.')
    .meta({ example: 'restore' }),
});
const onHoldSchema = z.object({ held: z.literal(true).describe('The calls are on hold.') });
const releasedSchema = z.object({ released: z.literal(true).describe('The hold was released.') });
const holdWords =
  'If they are on hold already for another reason or by another person, nothing changes (`INVALID_STATE`). Within 3 s workers stop calling buyers, platforms, vendors and receivers. Leads are still accepted and decided, and continue where they were once the hold is released. Mails about passwords, second factors and operators’ invitations still go out.';
const releaseWords = 'Waiting leads continue within a minute.';

export const adminListHolds = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/holds',
  summary: 'List holds',
  description: 'Lists the active holds.',
  data: z.object({ holds: z.array(holdSchema).describe('Every hold, that of the installation first.') }),
  examples: {
    data: {
      holds: [{ tenantId: null, by: 'Ada', reason: 'restore', since: '2026-01-15T17:20:31.042Z' }],
    },
  },
});

export const adminListTenantHolds = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/holds',
  summary: "List a tenant's holds",
  description:
    'Lists the holds that stop the calls of one tenant: its own, and that of the installation, of which its members are not told the reason.',
  data: z.object({ holds: z.array(holdSchema).describe('That of the installation first.') }),
  examples: {
    data: {
      holds: [{ tenantId: 'demo', by: 'Ada', reason: 'wrong buyer', since: '2026-01-15T17:20:31.042Z' }],
    },
  },
});

export const adminHoldInstallation = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'PUT',
  path: '/hold',
  summary: 'Hold all calls',
  did: 'held all calls',
  description: `Holds the calls of every tenant. ${holdWords}`,
  body,
  data: onHoldSchema,
  errors: ['INVALID_STATE'],
  examples: { body: { reason: 'restore' }, data: { held: true } },
});

export const adminReleaseInstallation = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'DELETE',
  path: '/hold',
  summary: 'Release all calls',
  did: 'released all calls',
  description: `Releases the hold on the installation; holds on single tenants stay. ${releaseWords}`,
  data: releasedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { released: true } },
});

export const adminHoldTenant = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'PUT',
  path: '/hold',
  summary: "Hold a tenant's calls",
  did: 'held the calls of {tenantId}',
  description: `Holds the calls of one tenant. ${holdWords} An operator's hold is put over one of a member, whose own is in force again after the operator's release.`,
  body,
  data: onHoldSchema,
  errors: ['INVALID_STATE'],
  examples: { body: { reason: 'wrong buyer' }, data: { held: true } },
});

export const adminReleaseTenant = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'DELETE',
  path: '/hold',
  summary: "Release a tenant's calls",
  did: 'released the calls of {tenantId}',
  description: `Releases the hold on one tenant; a hold on the installation stays. Members of the tenant release only what a member has put; where an operator's hold was put over theirs, theirs is in force again after its release. ${releaseWords}`,
  data: releasedSchema,
  errors: ['INVALID_STATE'],
  examples: { data: { released: true } },
});
