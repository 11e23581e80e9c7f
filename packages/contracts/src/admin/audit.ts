/** The audit: who did what, when, from where. */
import { z } from 'zod';
import { auditOutcomes } from '../words.js';
import { instantSchema, pageEndShape, pageQueryShape } from './admin-fields.js';
import { inInstallation } from './admin-scopes.js';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';

const auditEntrySchema = z
  .object({
    id: z.string().describe('The entry.'),
    at: instantSchema.describe('When.'),
    who: z.string().describe('The person, or the admin key.'),
    via: z.string().optional().describe('The channel, e.g. `session`, `admin key` or `command line`.'),
    from: z.string().describe("The client's address, or the machine; empty if it is not shown."),
    action: z.string().optional().describe('The operation.'),
    did: z.string().describe('What was done and what came of it, in words.'),
    what: z.string().describe('What was asked for.'),
    about: z.record(z.string(), z.string()).describe('What it concerned; ids, never personal data.'),
    outcome: z
      .enum(auditOutcomes)
      .describe(
        'The outcome: `failed` may be done in part; `unknown` means that the process died meanwhile.',
      ),
    result: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The result, e.g. the prefix of a new key.'),
  })
  .meta({ id: 'AdminAuditEntry' });
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

const text = z.string().min(1).max(200).optional();
const instant = z.iso.datetime({ offset: true }).optional();
const filterShape = {
  who: text.describe('Only of this person or admin key.'),
  via: text.describe('Only through this channel.'),
  action: text.describe('Only this operation.'),
  tenantId: text.describe('Only about this tenant.'),
  leadId: text.describe('Only about this lead.'),
  outcome: z.enum(auditOutcomes).optional().describe('Only with this outcome.'),
  since: instant.describe('At or after this time.'),
  until: instant.describe('Before this time.'),
};

const entry: AuditEntryView = {
  id: '2026-01-15T17:20:31.042Z.0b6a1d6e-6c55-4a0e-9a55-6f2a1a5a4f6f',
  at: '2026-01-15T17:20:31.042Z',
  who: 'Ada',
  via: 'session',
  from: '192.0.2.7',
  action: 'adminCreateApiKey',
  did: 'generated an API key; key slk_7Qm2…',
  what: 'POST /admin/v1/tenants/demo/keys',
  about: { tenantId: 'demo' },
  outcome: 'done',
  result: { prefix: 'slk_7Qm2' },
};

export const adminListAudit = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/audit',
  summary: 'List the audit',
  description: 'Lists audit entries, newest first.',
  query: z.object({ ...pageQueryShape, ...filterShape }),
  data: z.object({
    entries: z.array(auditEntrySchema).describe('The entries of this page.'),
    ...pageEndShape,
  }),
  examples: { data: { entries: [entry], nextCursor: null, hasMore: false } },
});

const { tenantId: _tenantId, ...ofTenantShape } = filterShape;

export const adminListTenantAudit = defineAdminEndpoint({
  method: 'GET',
  scope: 'tenant',
  path: '/audit',
  role: 'view',
  members: ['owner'],
  summary: 'List the audit of a tenant',
  description:
    'Lists the audit entries of the tenant, newest first. To its members, whoever works on the installation is “an operator of the installation”, without an address; logins belong to no tenant.',
  query: z.object({ ...pageQueryShape, ...ofTenantShape }),
  data: z.object({
    entries: z.array(auditEntrySchema).describe('The entries of this page.'),
    ...pageEndShape,
  }),
  examples: { data: { entries: [entry], nextCursor: null, hasMore: false } },
});

export const adminListAuditActions = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/audit/actions',
  summary: 'List the actions of the audit',
  description: 'Lists the actions that entries of the audit name, in the order of their words.',
  data: z.object({
    actions: z
      .array(
        z.object({
          action: z.string().describe('As in an entry.'),
          words: z.string().describe('The same in words.'),
        }),
      )
      .describe('Every action of this version.'),
  }),
  examples: { data: { actions: [{ action: 'adminCreateApiKey', words: 'Generate API key' }] } },
});

export const adminExportAudit = defineAdminStream({
  ...inInstallation.view,
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the audit',
  description: 'Returns every matching entry, newest first.',
  format: 'ndjson',
  query: z.object(filterShape),
  item: auditEntrySchema,
  examples: { item: entry },
});
