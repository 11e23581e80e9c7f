/** Named secrets of a tenant in the admin API: set and removed, listed by name, and never returned. */
import { z } from 'zod';
import { secretValueSchema } from '../resources/secrets.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const secretParams = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .describe('Its name: 1 to 64 lower-case letters, digits or underscores.')
    .meta({ example: 'acme_token' }),
});

const storedSchema = z
  .object({
    name: z.string().describe('Its name.').meta({ example: 'acme_token' }),
    setAt: instantSchema.describe('When it was last set.'),
  })
  .meta({ id: 'AdminSecret' });

const stored = { name: 'acme_token', setAt: '2026-01-15T17:20:31.042Z' };

export const adminListSecrets = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/secrets',
  summary: 'List secrets',
  description: 'Lists the names of a tenant’s secrets, in alphabetical order; values are never returned.',
  data: z.object({
    secrets: z.array(storedSchema).describe('The secrets that are set.'),
    missing: z
      .array(z.string())
      .describe('Names that the configuration refers to although no such secret is set.'),
  }),
  examples: { data: { secrets: [stored], missing: ['borden_key'] } },
});

export const adminSetSecret = defineAdminEndpoint({
  method: 'PUT',
  scope: 'tenant',
  path: '/secrets/{name}',
  role: 'administer',
  members: ['owner', 'manager'],
  summary: 'Set a secret',
  did: 'set the secret {name}',
  description:
    'Sets a secret, or replaces its value; workers use it within 3 s. It is stored encrypted, and used as `{{ secrets.name }}` in headers, URLs, templates and bodies. INVALID_STATE if the process has no ENCRYPTION_KEY, or none that decrypts what the tenant has stored, if the tenant has as many secrets as it may, or if the secret must be new and there is one; nothing is changed then.',
  params: secretParams,
  body: z.object({
    value: secretValueSchema.describe('Its value.'),
    isNew: z.boolean().optional().describe('Whether it must be new, so that none is replaced.'),
  }),
  data: storedSchema,
  errors: ['INVALID_STATE'],
  examples: { body: { value: 'a token' }, data: stored },
});

export const adminRemoveSecret = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'DELETE',
  path: '/secrets/{name}',
  summary: 'Remove a secret',
  did: 'removed the secret {name}',
  description:
    'Removes a secret. Requests that refer to it are no longer sent; their leads end as `error`, `secret_missing`.',
  params: secretParams,
  data: z.object({ removed: z.literal(true).describe('The secret was removed.') }),
  examples: { data: { removed: true } },
});
