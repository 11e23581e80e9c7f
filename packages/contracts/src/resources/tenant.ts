/** Tenants, with their settings and vendor credentials. Defined in the tenant file. */
import { z } from 'zod';
import { requiredTextSchema } from '../formats/bounds.js';
import { credentialUrlSchema, headerCredentialSchema, trimmedText } from '../formats/credential-text.js';
import { tenantIdSchema } from '../ids.js';
import { timeZoneSchema, wholeNumberSchema } from '../formats/primitives.js';
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

function baseUrl() {
  return credentialUrlSchema
    .optional()
    .describe("Where the vendor is called; default the vendor's own address.");
}

/** A tenant's vendor credentials. An empty credential means that the vendor is not configured. */
export const providerCredentialsSchema = z.object({
  twilio: z
    .object({
      accountSid: headerCredentialSchema.optional().describe('The account.'),
      authToken: headerCredentialSchema.optional().describe('Its token, which also signs what Twilio sends.'),
      messagingServiceSid: headerCredentialSchema
        .optional()
        .describe('A messaging service, which chooses the sender of messages that name none.'),
      baseUrl: baseUrl(),
    })
    .optional()
    .describe('Text messages through Twilio.'),
  telnyx: z
    .object({
      apiKey: headerCredentialSchema.optional().describe('The API key.'),
      publicKey: headerCredentialSchema.optional().describe('Verifies what Telnyx sends.'),
      messagingProfileId: headerCredentialSchema
        .optional()
        .describe('A messaging profile, which chooses the sender of messages that name none.'),
      baseUrl: baseUrl(),
    })
    .optional()
    .describe('Text messages through Telnyx.'),
  facebook: z
    .object({
      accessToken: headerCredentialSchema.optional().describe('The access token of the conversions API.'),
      baseUrl: baseUrl(),
      apiVersion: trimmedText()
        .max(20)
        .regex(/^v\d+\.\d+$/, 'must be a version such as v24.0')
        .optional()
        .describe('The version of the Graph API.'),
    })
    .optional()
    .describe('Conversion events to Meta.'),
  smtp: smtpSchema.optional().describe("E-mail; without it, through the installation's mail server."),
  docuseal: z
    .object({
      apiKey: headerCredentialSchema.optional().describe('The API key.'),
      webhookSecret: headerCredentialSchema.optional().describe('Proves that a call comes from DocuSeal.'),
      baseUrl: baseUrl(),
    })
    .optional()
    .describe('Documents to sign through DocuSeal.'),
  llm: z
    .object({
      baseUrl: credentialUrlSchema
        .optional()
        .describe('Up to `/chat/completions`, as in `https://api.openai.com/v1`.'),
      apiKey: headerCredentialSchema.optional().describe('The API key, if the model wants one.'),
      model: headerCredentialSchema.optional().describe('The name of the model.'),
    })
    .optional()
    .describe('A language model.'),
  retell: z
    .object({
      apiKey: headerCredentialSchema.optional().describe('The API key, which also signs what Retell sends.'),
      baseUrl: baseUrl(),
    })
    .optional()
    .describe('Voice agents of Retell.'),
  trustedform: z
    .object({ apiKey: headerCredentialSchema.optional().describe('The API key.'), baseUrl: baseUrl() })
    .optional()
    .describe('Certificates of consent of TrustedForm.'),
  tiktok: z
    .object({
      accessToken: headerCredentialSchema.optional().describe('The access token of the events API.'),
      baseUrl: baseUrl(),
    })
    .optional()
    .describe('Conversion events to TikTok.'),
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
