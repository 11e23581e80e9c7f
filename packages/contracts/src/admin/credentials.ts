/** Credentials of vendors in the admin API: set and removed, listed by name, and never returned. */
import { z } from 'zod';
import { credentialStates } from '../resources/credential-state.js';
import { providerCredentialsSchema, type ProviderCredentials } from '../resources/tenant.js';
import { instantSchema } from './admin-fields.js';
import { inInstallation, inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

/** Vendors for which a tenant may have credentials. */
export const credentialProviders = Object.keys(providerCredentialsSchema.shape) as [
  keyof ProviderCredentials,
  ...(keyof ProviderCredentials)[],
];

const provider = z.enum(credentialProviders);
const providerParams = z.object({
  provider: provider.describe('The vendor.').meta({ example: 'twilio' }),
});

const storedSchema = z
  .object({
    provider: provider.describe('The vendor.'),
    fields: z.array(z.string()).describe('The names of the fields that are set; values are never returned.'),
    state: z
      .enum(credentialStates)
      .describe(
        '`set`: the vendor can be used; `incomplete`: credentials are missing; `not_set`: there are none, only e.g. a base URL.',
      ),
    missing: z.array(z.string()).describe('The names of the credentials that are missing.'),
    setAt: instantSchema.nullable().describe('When they were last set; null if unknown.'),
  })
  .meta({ id: 'AdminCredentials' });

const acceptedSchema = z.object({
  provider: provider.describe('The vendor.'),
  fields: z.array(z.string()).describe('The names of its credentials.'),
});

const set = {
  provider: 'twilio' as const,
  fields: ['accountSid', 'authToken'],
  state: 'set' as const,
  missing: [],
  setAt: '2026-01-15T17:20:31.042Z',
};

export const adminListCredentials = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/credentials',
  role: 'view',
  members: ['owner', 'manager'],
  summary: 'List credentials',
  description:
    "Lists the vendors for which something is stored, with the fields' names and whether the vendor can be used; values are never returned.",
  data: z.object({
    credentials: z.array(storedSchema).describe('What is stored.'),
    accepted: z.array(acceptedSchema).describe('Every vendor, with the names of its credentials.'),
  }),
  examples: {
    data: {
      credentials: [set],
      accepted: [{ provider: 'tiktok', fields: ['accessToken', 'baseUrl'] }],
    },
  },
});

export const adminSetCredentials = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'PUT',
  path: '/credentials/{provider}',
  summary: 'Set credentials',
  did: 'set the credentials of {provider}',
  description:
    'Replaces the credentials of a vendor; workers use them within 3 s. They are stored encrypted. INVALID_STATE if the process has no ENCRYPTION_KEY, or none that decrypts the stored credentials of the tenant; nothing is changed then.',
  params: providerParams,
  body: z.object({
    values: z
      .record(z.string().max(100), z.string().max(10_000))
      .describe('Values by name, as in `providers` of a tenant file; omitted ones are removed.'),
  }),
  data: storedSchema,
  errors: ['INVALID_STATE'],
  examples: { body: { values: { accountSid: 'AC1', authToken: 'a token' } }, data: set },
});

export const adminRemoveCredentials = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'DELETE',
  path: '/credentials/{provider}',
  summary: 'Remove credentials',
  did: 'removed the credentials of {provider}',
  description:
    'Removes the credentials of a vendor; workers stop using them within 3 s. INVALID_STATE, and nothing is changed, if no key decrypts the stored credentials of the tenant.',
  params: providerParams,
  data: z.object({ removed: z.literal(true).describe('The credentials were removed.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { removed: true } },
});

export const adminReencryptCredentials = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/credentials/reencrypt',
  summary: 'Re-encrypt credentials',
  did: 're-encrypted the credentials, secrets and second factors',
  description:
    'Re-encrypts the credentials and secrets of every tenant, and the second factors of all accounts, with the first key of ENCRYPTION_KEY; the other keys only decrypt. Repeatable.',
  body: z.object({
    discardUnreadable: z
      .boolean()
      .default(false)
      .describe(
        'Remove, of every tenant, the credentials and secrets that no key decrypts; they cannot be restored.',
      ),
  }),
  data: z.object({
    tenants: z
      .array(
        z.object({
          tenantId: z.string().describe('The tenant.'),
          outcome: z
            .enum(['reencrypted', 'current', 'none', 'no_key', 'discarded'])
            .describe(
              '`no_key`: none of the keys decrypts some of them; `discarded`: so those were removed.',
            ),
        }),
      )
      .describe('Every tenant.'),
    secondFactors: z
      .object({
        reencrypted: z.number().int().describe('Those that were re-encrypted now.'),
        unreadable: z.number().int().describe('Those that none of the keys decrypts.'),
      })
      .describe('How many second factors of accounts.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { discardUnreadable: false },
    data: {
      tenants: [{ tenantId: 'demo', outcome: 'reencrypted' }],
      secondFactors: { reencrypted: 2, unreadable: 0 },
    },
  },
});
