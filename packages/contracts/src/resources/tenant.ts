/** Tenants, with their settings and vendor credentials. Defined in the tenant file. */
import { z } from 'zod';
import { requiredTextSchema } from './bounds.js';
import { credentialUrlSchema, headerCredentialSchema, trimmedText } from './credential-text.js';
import { tenantIdSchema } from '../ids.js';
import { timeZoneSchema, wholeNumberSchema } from './primitives.js';
import { retentionSchema } from './retention.js';
import { secretsSchema } from './secrets.js';
import { smsProviderSchema } from './sms.js';
import { smtpSchema } from './smtp.js';
import { webhooksInputSchema, webhooksSchema } from './webhooks.js';

const webhookSecretSchema = trimmedText()
  .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, 'must be whsec_ and the base64 of 24 to 64 bytes')
  .meta({ maxLength: 94 });

const signingShape = {
  secret: webhookSecretSchema.optional().describe('Signs every event (Standard Webhooks).'),
  previousSecret: webhookSecretSchema
    .optional()
    .describe('Signs every event too, while a secret is replaced.'),
};

/** How many requests each key of a tenant may send in every window. */
export const rateLimitSchema = z.object({
  requests: wholeNumberSchema.min(1).max(1_000_000).describe('How many requests.'),
  perSeconds: wholeNumberSchema.min(1).max(86_400).describe('In how many seconds.'),
});

/** A tenant's settings as stored. */
export const tenantSettingsSchema = z.object({
  timezone: timeZoneSchema.optional().describe('The time zone of its days; default UTC.'),
  defaultSmsProvider: smsProviderSchema
    .optional()
    .describe('The vendor of messages, where a campaign names none; default the console.'),
  quietHours: z
    .boolean()
    .optional()
    .describe('Whether messages and calls to leads wait while it is not between 08:00 and 21:00 there.'),
  people: z
    .object({
      requireSecondFactor: z
        .boolean()
        .optional()
        .describe('Whether people of the tenant who log in with a password need a second factor.'),
    })
    .optional()
    .describe('How its people log in.'),
  rateLimit: rateLimitSchema.optional().describe('Requests of one key; without it there is no limit.'),
  retention: retentionSchema.optional().describe('How long finished records are kept, in days by kind.'),
  webhooks: webhooksSchema
    .omit({ inheritFromTenant: true })
    .extend(signingShape)
    .optional()
    .describe('Where events of its leads are sent.'),
});
export type TenantSettings = z.infer<typeof tenantSettingsSchema>;

/** A tenant's vendor credentials. An empty credential means that the vendor is not configured. */
export const providerCredentialsSchema = z.object({
  twilio: z
    .object({
      accountSid: headerCredentialSchema.optional(),
      authToken: headerCredentialSchema.optional(),
      messagingServiceSid: headerCredentialSchema.optional(),
      baseUrl: credentialUrlSchema.optional(),
    })
    .optional(),
  telnyx: z
    .object({
      apiKey: headerCredentialSchema.optional(),
      publicKey: headerCredentialSchema.optional(),
      messagingProfileId: headerCredentialSchema.optional(),
      baseUrl: credentialUrlSchema.optional(),
    })
    .optional(),
  facebook: z
    .object({
      accessToken: headerCredentialSchema.optional(),
      baseUrl: credentialUrlSchema.optional(),
      apiVersion: trimmedText()
        .max(20)
        .regex(/^v\d+\.\d+$/, 'must be a version such as v24.0')
        .optional(),
    })
    .optional(),
  smtp: smtpSchema.optional(),
  docuseal: z
    .object({
      apiKey: headerCredentialSchema.optional(),
      webhookSecret: headerCredentialSchema.optional(),
      baseUrl: credentialUrlSchema.optional(),
    })
    .optional(),
  llm: z
    .object({
      /** Up to `/chat/completions`, as in `https://api.openai.com/v1`. */
      baseUrl: credentialUrlSchema.optional(),
      apiKey: headerCredentialSchema.optional(),
      model: headerCredentialSchema.optional(),
    })
    .optional(),
  retell: z
    .object({ apiKey: headerCredentialSchema.optional(), baseUrl: credentialUrlSchema.optional() })
    .optional(),
  trustedform: z
    .object({ apiKey: headerCredentialSchema.optional(), baseUrl: credentialUrlSchema.optional() })
    .optional(),
  tiktok: z
    .object({ accessToken: headerCredentialSchema.optional(), baseUrl: credentialUrlSchema.optional() })
    .optional(),
});
export type ProviderCredentials = z.infer<typeof providerCredentialsSchema>;

/** A tenant as stored; credentials are stored separately, encrypted. */
export const tenantSchema = z.object({
  tenantId: tenantIdSchema.describe('The tenant.'),
  name: requiredTextSchema.describe('Its name.'),
  settings: tenantSettingsSchema.default({}).describe('Its settings.'),
});
export type Tenant = z.infer<typeof tenantSchema>;

/** A tenant as the operator defines it. */
export const tenantInputSchema = z.object({
  ...tenantSchema.shape,
  settings: tenantSettingsSchema
    .extend({
      webhooks: webhooksInputSchema
        .omit({ inheritFromTenant: true })
        .extend(signingShape)
        .optional()
        .describe('Where events of its leads are sent.'),
    })
    .default({})
    .describe('Its settings.'),
  providers: providerCredentialsSchema.default({}).describe('The credentials of its vendors.'),
  secrets: secretsSchema.default({}).describe('Secrets by the names that the file uses them by.'),
});
export type TenantInput = z.infer<typeof tenantInputSchema>;
