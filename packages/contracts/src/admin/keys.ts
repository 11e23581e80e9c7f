/** API keys of tenants, and admin keys, with which programs use the admin API. */
import { z } from 'zod';
import { instantSchema } from './admin-fields.js';
import { requiredText } from '../formats/bounds.js';
import { adminRoles, tenantKeyRoles } from '../words.js';
import { inInstallation, inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const keyShape = {
  prefix: z.string().describe("The key's prefix, which identifies it."),
  name: z.string().describe("The key's name."),
  createdAt: instantSchema.describe('When it was created.'),
  lastUsedAt: instantSchema.optional().describe('When it was last used, to the minute.'),
  expiresAt: instantSchema.optional().describe('When it expires.'),
  revokedAt: instantSchema.optional().describe('When it was revoked.'),
  state: z.enum(['works', 'expired', 'revoked']).describe('The state of the key.'),
};

const newKeyShape = {
  name: requiredText(100, z.string().trim()).describe('Name of the key.'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('When it expires; without it, the key works until it is revoked.'),
};

const keyValue = (prefix: string) =>
  z.string().describe(`The key, beginning with \`${prefix}\`. It is shown only once and never stored.`);

const prefixField = z.string().min(4).max(16).describe('The prefix of the key, as listed.');

const roleField = z.enum(adminRoles).describe('Role of the key; each role includes the ones before it.');

const supplierIdField = z
  .string()
  .optional()
  .describe('The supplier whose key it is; without it, it is a key of the tenant itself.');

/** An API key without its value. */
export const apiKeySchema = z
  .object({ ...keyShape, supplierId: supplierIdField })
  .meta({ id: 'AdminApiKey' });
export type ApiKeyView = z.infer<typeof apiKeySchema>;

/** An admin key of the installation without its value. */
export const adminKeySchema = z.object({ ...keyShape, role: roleField }).meta({ id: 'AdminKey' });
export type AdminKeyView = z.infer<typeof adminKeySchema>;

const memberShape = {
  role: z.enum(tenantKeyRoles).describe('Role of the key in its tenant; none includes another.'),
  clientId: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe('The client whose key it is, with the role `client`.'),
};

/** An admin key of a tenant. */
export const tenantAdminKeySchema = z.object({ ...keyShape, ...memberShape }).meta({ id: 'AdminTenantKey' });
export type TenantAdminKeyView = z.infer<typeof tenantAdminKeySchema>;

const createdAt = '2026-01-15T17:20:31.042Z';
const apiKeyExample = { prefix: 'slk_7Qm2', name: 'landing page', createdAt, state: 'works' } as const;
const adminKeyExample = {
  prefix: 'sla_9Rb4',
  name: 'deploy pipeline',
  createdAt,
  state: 'works',
  role: 'operate',
} as const;

export const adminListApiKeys = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/keys',
  role: 'view',
  members: ['owner'],
  summary: 'List API keys',
  description: 'Lists the API keys of a tenant, oldest first, including revoked ones.',
  data: z.object({ keys: z.array(apiKeySchema).describe('All keys of the tenant.') }),
  examples: { data: { keys: [apiKeyExample] } },
});

export const adminCreateApiKey = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/keys',
  summary: 'Generate API key',
  did: 'generated an API key',
  description:
    'Creates an API key of a tenant, or of one of its suppliers, and returns it; it is not shown again. A key of a supplier may submit leads, and shows its own leads only.',
  body: z.object({ ...newKeyShape, supplierId: supplierIdField }),
  data: apiKeySchema.extend({ key: keyValue('slk_') }).meta({ id: 'AdminNewApiKey' }),
  successStatus: 201,
  examples: {
    body: { name: 'landing page' },
    data: { key: 'slk_7Qm2XtC4b9LwEo1RzVn6sKfYhAuDgJpI3M8T5qB0yWx1gOVru', ...apiKeyExample },
  },
});

export const adminRevokeApiKey = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'DELETE',
  path: '/keys/{prefix}',
  summary: 'Revoke API key',
  did: 'revoked the API key {prefix}…',
  description: 'Revokes the keys of the tenant with this prefix, everywhere within 5 s.',
  params: z.object({ prefix: prefixField }),
  data: z.object({ revoked: z.int().min(1).describe('How many keys were revoked.') }),
  examples: { data: { revoked: 1 } },
});

export const adminListAdminKeys = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'GET',
  path: '/admin-keys',
  summary: 'List admin keys',
  description: 'Lists the admin keys of the installation, oldest first, including revoked ones.',
  data: z.object({ keys: z.array(adminKeySchema).describe('All admin keys that belong to no tenant.') }),
  examples: { data: { keys: [adminKeyExample] } },
});

export const adminCreateAdminKey = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/admin-keys',
  summary: 'Generate admin key',
  did: 'generated an admin key',
  description: 'Creates an admin key of the installation and returns it; it is not shown again.',
  body: z.object({ ...newKeyShape, role: roleField }),
  data: adminKeySchema.extend({ key: keyValue('sla_') }).meta({ id: 'AdminNewAdminKey' }),
  successStatus: 201,
  examples: {
    body: { name: 'deploy pipeline', role: 'operate' },
    data: { key: 'sla_9Rb4XtC4b9LwEo1RzVn6sKfYhAuDgJpI3M8T5qB0yWx264vvD', ...adminKeyExample },
  },
});

export const adminRevokeAdminKey = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'DELETE',
  path: '/admin-keys/{prefix}',
  summary: 'Revoke admin key',
  did: 'revoked the admin key {prefix}…',
  description: 'Revokes the admin keys of the installation with this prefix, everywhere within 5 s.',
  params: z.object({ prefix: prefixField }),
  data: z.object({ revoked: z.int().min(1).describe('How many keys were revoked.') }),
  examples: { data: { revoked: 1 } },
});

const tenantKeyExample = { ...adminKeyExample, name: 'reporting', role: 'analyst' } as const;

export const adminListTenantAdminKeys = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'GET',
  path: '/admin-keys',
  summary: "List a tenant's admin keys",
  description: 'Lists the admin keys of a tenant, oldest first, including revoked ones.',
  data: z.object({ keys: z.array(tenantAdminKeySchema).describe('All admin keys of the tenant.') }),
  examples: { data: { keys: [tenantKeyExample] } },
});

export const adminCreateTenantAdminKey = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/admin-keys',
  summary: 'Generate admin key of a tenant',
  did: 'generated an admin key of {tenantId}',
  description:
    'Creates an admin key that reaches one tenant, with the rights of a role there, and returns it; it is not shown again. Every other tenant and the installation are NOT_FOUND to it.',
  body: z.object({ ...newKeyShape, ...memberShape }),
  data: tenantAdminKeySchema.extend({ key: keyValue('sla_') }).meta({ id: 'AdminNewTenantKey' }),
  successStatus: 201,
  examples: {
    body: { name: 'reporting', role: 'analyst' },
    data: { key: 'sla_9Rb4XtC4b9LwEo1RzVn6sKfYhAuDgJpI3M8T5qB0yWx264vvD', ...tenantKeyExample },
  },
});

export const adminRevokeTenantAdminKey = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/admin-keys/{prefix}/revoke',
  summary: 'Revoke admin key of a tenant',
  did: 'revoked the admin key {prefix}…',
  description: 'Revokes the admin keys of the tenant with this prefix, everywhere within 5 s.',
  params: z.object({ prefix: prefixField }),
  data: z.object({ revoked: z.int().min(1).describe('How many keys were revoked.') }),
  examples: { data: { revoked: 1 } },
});
