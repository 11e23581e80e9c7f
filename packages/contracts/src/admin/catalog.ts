/**
 * The catalog of a tenant in the admin API: the contents of its tenant file, what a file would change, and applying
 * one.
 */
import { z } from 'zod';
import { sectionNames } from '../tenant-file/sections.js';
import { instantSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

/** The parts of a tenant file that changes are counted under. */
const catalogSections = ['tenant', 'secrets', 'providers', ...sectionNames] as const;

/** Replaces a stored secret in an answer; in an uploaded file it keeps the stored secret. */
export const SECRET_MARK = '••••';

const MOST_CHARACTERS = 20_000_000;
/** Over HTTP the size of the body is the limit. */
const ofABody = { maxText: 4 * 1024 * 1024 };

const things = z.array(z.looseObject({}));

const liveFileSchema = z
  .object({
    tenantId: z.string().describe('The tenant.'),
    name: z.string().describe('Its name.'),
    settings: z.looseObject({}).describe('Its settings.'),
    secrets: z
      .record(z.string(), z.literal(SECRET_MARK))
      .optional()
      .describe('The names of its secrets; values are never returned.'),
    clients: things.describe('The clients.'),
    offers: things.describe('The offers.'),
    deliveryEndpoints: things.describe('The delivery endpoints.'),
    phoneNumbers: things.describe('Numbers, the preferred first.'),
    smsAgents: things.describe('The SMS agents.'),
    agentVariables: things.describe('The variables of voice agents.'),
    suppliers: things.describe('The suppliers.'),
    suppressionLists: things.describe('The suppression lists, without their entries.'),
    valueSets: things.describe('The value sets.'),
    lookups: things.describe('The look-ups.'),
    fieldLibrary: things.describe('The field library.'),
    campaigns: things.describe('Campaigns.'),
  })
  .describe(
    'The catalog in the format of a tenant file, without vendor credentials, which are never returned.',
  )
  .meta({ id: 'AdminTenantFile' });

const exampleFile = {
  tenantId: 'demo',
  name: 'Demo Leads',
  settings: { timezone: 'America/New_York' },
  clients: [{ clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', active: true }],
  offers: [],
  deliveryEndpoints: [
    { deliveryEndpointId: 'end_acme', url: 'https://acme.example/leads', headers: { 'X-Key': SECRET_MARK } },
  ],
  phoneNumbers: [],
  smsAgents: [],
  agentVariables: [],
  suppliers: [],
  suppressionLists: [],
  valueSets: [],
  lookups: [],
  fieldLibrary: [],
  campaigns: [],
};

export const adminGetCatalog = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/catalog',
  summary: 'Get the catalog',
  description: `Returns the tenant's live configuration as a tenant file. A stored secret or credential appears as \`${SECRET_MARK}\`; applying a file that contains it keeps the stored secret.`,
  data: z.object({
    file: liveFileSchema,
    text: z.string().describe('The catalog as YAML, to edit and apply.'),
  }),
  examples: { data: { file: exampleFile, text: 'tenantId: demo\nname: Demo Leads\n' } },
});

const uploadedShape = {
  file: z
    .string()
    .min(1)
    .max(MOST_CHARACTERS)
    .describe('The tenant file: YAML or JSON; over HTTP as large as a body, 4 MB.'),
  values: z
    .record(z.string().max(200), z.string().max(100_000))
    .optional()
    .describe(
      'The values of `${NAME}` in the file. A name without a value gets its default, otherwise nothing.',
    ),
  allowLiteralCredentials: z
    .boolean()
    .optional()
    .describe(
      'Accept new credentials that are written out in headers, URLs and templates. Without it they are a VALIDATION_ERROR that advises to keep them under `secrets`.',
    ),
};

const literalsField = z
  .array(z.string())
  .describe('The places in the file with a credential that is written out, which were accepted.');

/** One change of a tenant's configuration. */
export const configurationChangeSchema = z.object({
  section: z.enum(catalogSections).describe('The part of the file.'),
  kind: z.string().describe('The kind of item, in words.').meta({ example: 'campaign' }),
  id: z.string().describe('Which one.'),
  change: z.enum(['added', 'changed']).describe('The kind of change.'),
  fields: z
    .array(
      z.object({
        path: z.string().describe('The field, with points between names.'),
        before: z.unknown().optional().describe('The live value; absent if the field is new.'),
        after: z.unknown().optional().describe("The file's value; absent if the file removes the field."),
      }),
    )
    .describe('The fields that differ; empty for an added item.'),
  removed: z
    .array(z.string())
    .describe(
      'Those that go: the file replaces an item whole and does not have them, or removes a setting. One with a default gets that.',
    ),
  text: z.string().describe('The change in one line.'),
});

const changesField = z.array(configurationChangeSchema).describe('In the order in which they are made.');
const planField = z
  .string()
  .describe('Identifies exactly these changes; if you send it to apply, nothing else is changed.');

const exampleChange = {
  section: 'campaigns' as const,
  kind: 'campaign',
  id: 'ACMRU',
  change: 'changed' as const,
  fields: [{ path: 'settings.dedupeWindow', before: 30, after: 60 }],
  removed: [],
  text: 'campaign ACMRU: changed (settings)',
};

export const adminPlanCatalog = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/catalog/plan',
  mayBeNew: true,
  summary: 'Plan a tenant file',
  did: 'previewed a tenant file',
  description:
    'Shows what applying the file would change, and changes nothing. Errors in the file are a VALIDATION_ERROR that names its lines.',
  body: z.object(uploadedShape),
  bounds: ofABody,
  data: z.object({
    plan: planField,
    changes: changesField,
    unmentioned: z
      .array(
        z.object({
          section: z.enum(catalogSections).describe('The part of the file.'),
          id: z.string().describe('Which one.'),
        }),
      )
      .describe(
        'Live items that are not in the file. They stay unchanged: a file removes nothing of which it does not speak.',
      ),
    unfilled: z
      .array(z.string())
      .describe('Names of `${NAME}` in the file that have neither a value nor a default.'),
    literalCredentials: literalsField,
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { file: 'tenantId: demo\nname: Demo Leads\n' },
    data: {
      plan: '5f1d0c9a7be34210',
      changes: [exampleChange],
      unmentioned: [{ section: 'campaigns', id: 'OLDRU' }],
      unfilled: ['TWILIO_TOKEN'],
      literalCredentials: [],
    },
  },
});

export const adminApplyCatalog = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/catalog/apply',
  mayBeNew: true,
  summary: 'Apply a tenant file',
  did: 'applied a tenant file',
  description:
    'Applies the changes, as `sluice apply` does, in every process within 3 s; creates the tenant if it does not exist. Applying the file again changes nothing. With `plan`, the request fails if the changes differ from the plan. A file with `providers` or `secrets` is INVALID_STATE if no key decrypts what the tenant has stored of them.',
  body: z.object({ ...uploadedShape, plan: planField.optional() }),
  bounds: ofABody,
  data: z.object({
    changes: changesField,
    heldLeadsDue: z.int().describe('Held leads that are reconsidered because of the changes.'),
    appliedAt: instantSchema.describe('When.'),
    literalCredentials: literalsField,
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { file: 'tenantId: demo\nname: Demo Leads\n', plan: '5f1d0c9a7be34210' },
    data: {
      changes: [exampleChange],
      heldLeadsDue: 3,
      appliedAt: '2026-01-15T17:20:31.042Z',
      literalCredentials: [],
    },
  },
});
