/** The catalog of a tenant as the admin API has it: what the tenant file holds, what a file would change, and applying it. */
import { z } from 'zod';
import { instantSchema, tenantParams } from './common.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

/** The parts of a tenant file that changes are counted under. */
const catalogSections = [
  'tenant',
  'providers',
  'clients',
  'offers',
  'deliveryEndpoints',
  'phoneNumbers',
  'smsAgents',
  'valueSets',
  'fieldLibrary',
  'campaigns',
] as const;

/** What stands in an answer where a secret is stored; in an uploaded file it means that the stored one stays. */
export const SECRET_MARK = '••••';

const MOST_CHARACTERS = 20_000_000;

const things = z.array(z.looseObject({}));

const liveFileSchema = z
  .object({
    tenantId: z.string().describe('The tenant.'),
    name: z.string().describe('Its name.'),
    settings: z.looseObject({}).describe('Its settings.'),
    clients: things.describe('Who buys.'),
    offers: things.describe('What is sold.'),
    deliveryEndpoints: things.describe('Where leads go.'),
    phoneNumbers: things.describe('Numbers, the preferred first.'),
    smsAgents: things.describe('Who writes messages.'),
    valueSets: things.describe('Lists of values.'),
    fieldLibrary: things.describe('Field keys.'),
    campaigns: things.describe('Campaigns.'),
  })
  .describe('In the shape of a tenant file; without credentials of vendors, which are never read back.')
  .meta({ id: 'AdminTenantFile' });

const tag = 'Admin: catalog';
const path = '/admin/v1/tenants/{tenantId}/catalog';

const exampleFile = {
  ...{ tenantId: 'demo', name: 'Demo Leads', settings: { timezone: 'America/New_York' } },
  ...{ clients: [{ clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', active: true }], offers: [] },
  deliveryEndpoints: [
    { deliveryEndpointId: 'end_acme', url: 'https://acme.example/leads', headers: { 'X-Key': SECRET_MARK } },
  ],
  ...{ phoneNumbers: [], smsAgents: [], valueSets: [], fieldLibrary: [], campaigns: [] },
};

/** GET /admin/v1/tenants/{tenantId}/catalog */
export const adminGetCatalog = defineAdminEndpoint({
  ...{ operationId: 'adminGetCatalog', method: 'GET', path, role: 'view', tag },
  summary: 'Get the catalog',
  description: `Answers what a tenant file of this tenant would hold now. Where a secret is stored stands \`${SECRET_MARK}\`; a file that is applied with it keeps the stored secret.`,
  params: tenantParams,
  data: z.object({
    file: liveFileSchema,
    text: z.string().describe('The same as YAML, to be edited and applied.'),
  }),
  errors: [],
  examples: { data: { file: exampleFile, text: 'tenantId: demo\nname: Demo Leads\n' } },
});

const uploadedShape = {
  file: z
    .string()
    .min(1)
    .max(MOST_CHARACTERS)
    .describe('The tenant file: YAML or JSON; over HTTP of 262,144 characters at most.'),
  values: z
    .record(z.string().max(200), z.string().max(100_000))
    .optional()
    .describe('What `${NAME}` in the file stands for. A name without a value takes its default, or nothing.'),
};

const changeSchema = z.object({
  section: z.enum(catalogSections).describe('The part of the file.'),
  kind: z.string().describe('What it is, in words.').meta({ example: 'campaign' }),
  id: z.string().describe('Which one.'),
  change: z.enum(['added', 'changed']).describe('What becomes of it.'),
  fields: z
    .array(
      z.object({
        path: z.string().describe('The field, with points between names.'),
        before: z.unknown().optional().describe('What is live; absent when the field is new.'),
        after: z.unknown().optional().describe('What the file says; absent when it removes the field.'),
      }),
    )
    .describe('What is different; of something that is added, nothing is listed.'),
  text: z.string().describe('The change in a line.'),
});

const changesField = z.array(changeSchema).describe('In the order in which they are made.');
const planField = z
  .string()
  .describe('Names exactly these changes; sent to apply, nothing else than these is done.');

const exampleChange = {
  ...{ section: 'campaigns' as const, kind: 'campaign', id: 'ACMRU', change: 'changed' as const },
  fields: [{ path: 'settings.dedupeWindow', before: 30, after: 60 }],
  text: 'campaign ACMRU: changed (settings)',
};

/** POST /admin/v1/tenants/{tenantId}/catalog/plan */
export const adminPlanCatalog = defineAdminEndpoint({
  operationId: 'adminPlanCatalog',
  ...{ method: 'POST', path: `${path}/plan`, role: 'administer', tag },
  summary: 'Plan a tenant file',
  description:
    'Says what applying the file would change, and changes nothing. What is wrong with the file is a VALIDATION_ERROR that names its lines.',
  params: tenantParams,
  body: z.object(uploadedShape),
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
      .describe('What is live and not in the file. It stays as it is: a file removes nothing.'),
    unfilled: z
      .array(z.string())
      .describe('Names of `${NAME}` in the file that have neither a value nor a default.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { file: 'tenantId: demo\nname: Demo Leads\n' },
    data: {
      ...{ plan: '5f1d0c9a7be34210', changes: [exampleChange] },
      ...{ unmentioned: [{ section: 'campaigns', id: 'OLDRU' }], unfilled: ['TWILIO_TOKEN'] },
    },
  },
});

/** POST /admin/v1/tenants/{tenantId}/catalog/apply */
export const adminApplyCatalog = defineAdminEndpoint({
  operationId: 'adminApplyCatalog',
  ...{ method: 'POST', path: `${path}/apply`, role: 'administer', tag },
  summary: 'Apply a tenant file',
  description:
    'Makes the changes, as `sluice apply` does, for every process within 3 s; a tenant that there is not is made. Applied again it changes nothing. With `plan`, nothing is changed when it would be something else than was planned.',
  params: tenantParams,
  body: z.object({ ...uploadedShape, plan: planField.optional() }),
  data: z.object({
    changes: changesField,
    heldLeadsDue: z.int().describe('Held leads that are looked at again because of the changes.'),
    appliedAt: instantSchema.describe('When.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    body: { file: 'tenantId: demo\nname: Demo Leads\n', plan: '5f1d0c9a7be34210' },
    data: { changes: [exampleChange], heldLeadsDue: 3, appliedAt: '2026-01-15T17:20:31.042Z' },
  },
});

/** The endpoints of this file. */
export const catalogEndpoints = [adminGetCatalog, adminPlanCatalog, adminApplyCatalog] as const;
