/** Sending the leads of a group again: tried dry first, then done, with progress and a stop. */
import { z } from 'zod';
import { repostableLeadStatuses } from '../resources/index.js';
import { instantSchema, tenantParams } from './common.js';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';

const count = z.int().min(0);

const meantShape = {
  status: z.enum(repostableLeadStatuses).describe('The status in which the leads rest.'),
  campaignId: z.string().min(1).max(200).describe('Their campaign.').meta({ example: 'ACMRU' }),
  reason: z.string().min(1).max(200).optional().describe('Why; absent: those that rest without a reason.'),
};

const howShape = {
  dryRun: z.boolean().default(false).describe('Only say what would go, and why the others would not.'),
  times: z.int().min(1).max(100).default(1).describe('How often a lead may be replayed in all.'),
  unknownToo: z.boolean().default(false).describe('Also leads that the buyer may have taken.'),
};

const isNoDryRun = ({ dryRun }: { readonly dryRun: boolean }): boolean => !dryRun;

const replaySchema = z
  .object({
    replayId: z.string().describe('The replay.'),
    ...meantShape,
    dryRun: z.boolean().describe('Whether it only says what would go.'),
    state: z
      .enum(['running', 'stopping', 'ended', 'stopped', 'failed', 'interrupted'])
      .describe(
        '`interrupted`: the process that ran it is gone; repeated, it goes on, and no lead goes twice.',
      ),
    by: z.string().describe('Who began it.'),
    beganAt: instantSchema.describe('When it began.'),
    total: count.describe('Leads to be looked at; 0 until they are found.'),
    went: count.describe('Leads that were sent again, or would be.'),
    skipped: count.describe('Leads that were not, or would not be.'),
    left: count.describe('Leads that were not looked at.'),
    because: z
      .array(z.object({ why: z.string().describe('Why.'), count: count.describe('How many leads.') }))
      .describe('Why leads were skipped.'),
    leads: z
      .array(
        z.object({
          leadId: z.string().describe('The lead.'),
          skipped: z.string().optional().describe('Why it does not go; absent of one that goes.'),
        }),
      )
      .describe('The first 100 leads that were looked at.'),
  })
  .meta({ id: 'AdminReplay' });
export type AdminReplay = z.infer<typeof replaySchema>;

const tag = 'Admin: attention';
const replayParams = tenantParams.extend({
  replayId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('The replay.')
    .meta({ example: 'replay_01' }),
});
const example = {
  ...{ replayId: 'replay_01', status: 'error' as const, campaignId: 'ACMRU', reason: 'quarantined' },
  ...{ dryRun: false, state: 'running' as const, by: 'Ada', beganAt: '2026-03-01T03:00:00.000Z' },
  ...{ total: 312, went: 120, skipped: 1, left: 191 },
  because: [{ why: 'it is delivered by now', count: 1 }],
  leads: [{ leadId: 'lead_01' }],
};

/** POST /admin/v1/tenants/{tenantId}/replays */
export const adminStartReplay = defineAdminEndpoint({
  ...{ operationId: 'adminStartReplay', method: 'POST', path: '/admin/v1/tenants/{tenantId}/replays', tag },
  role: 'operate',
  changes: isNoDryRun,
  summary: 'Replay a group',
  description:
    'Begins to send the leads of a group again, oldest first, and answers at once; with `dryRun` it only says which would go. Each lead is sent by a step of its own that is safe to repeat.',
  params: tenantParams,
  body: z.object({ ...meantShape, ...howShape }),
  successStatus: 202,
  data: replaySchema,
  errors: [],
  examples: {
    body: { status: 'error', campaignId: 'ACMRU', reason: 'quarantined', dryRun: false },
    data: example,
  },
});

/** GET /admin/v1/tenants/{tenantId}/replays */
export const adminListReplays = defineAdminEndpoint({
  ...{ operationId: 'adminListReplays', method: 'GET', path: '/admin/v1/tenants/{tenantId}/replays', tag },
  role: 'view',
  summary: 'List replays',
  description:
    'Lists the latest 20 replays of groups of the last day, newest first; dry runs are not listed.',
  params: tenantParams,
  data: z.object({ replays: z.array(replaySchema).describe('Without their leads.') }),
  errors: [],
  examples: { data: { replays: [{ ...example, leads: [] }] } },
});

/** GET /admin/v1/tenants/{tenantId}/replays/{replayId} */
export const adminGetReplay = defineAdminEndpoint({
  operationId: 'adminGetReplay',
  ...{ method: 'GET', path: '/admin/v1/tenants/{tenantId}/replays/{replayId}', role: 'view', tag },
  summary: 'Look at a replay',
  description: 'How far a replay is, or what it came to. It is known for a day.',
  params: replayParams,
  data: replaySchema,
  errors: [],
  examples: { data: example },
});

/** POST /admin/v1/tenants/{tenantId}/replays/{replayId}/stop */
export const adminStopReplay = defineAdminEndpoint({
  operationId: 'adminStopReplay',
  ...{ method: 'POST', path: '/admin/v1/tenants/{tenantId}/replays/{replayId}/stop', role: 'operate', tag },
  summary: 'Stop a replay',
  description:
    'Lets a replay look at no further lead, within a second; those that were sent stay sent. Whichever process runs it.',
  params: replayParams,
  data: z.object({ stopping: z.literal(true).describe('It is told to stop.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { stopping: true } },
});

const itemKind = <const K extends string>(kind: K) => z.literal(kind).describe('What the line says.');

const leadShape = {
  leadId: z.string().describe('The lead.'),
  submissionId: z.string().describe('Its submission that came to rest.'),
};

const replayItemSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: itemKind('begun'), total: count.describe('Leads to be looked at.') }),
    z.object({
      ...{ kind: itemKind('replayed'), ...leadShape },
      newSubmissionId: z
        .string()
        .optional()
        .describe('The submission that it went with; absent of a dry run.'),
    }),
    z.object({
      ...{ kind: itemKind('skipped'), ...leadShape },
      because: z.string().describe('Why it does not go.'),
    }),
    z.object({ kind: itemKind('other') }).describe('One that is not meant, seen closer.'),
    z.object({ kind: itemKind('ended'), left: count.describe('Leads that were not looked at.') }),
  ])
  .meta({ id: 'AdminReplayItem' });
export type AdminReplayItem = z.infer<typeof replayItemSchema>;

/** POST /admin/v1/tenants/{tenantId}/replay */
export const adminReplayLeads = defineAdminStream({
  ...{ operationId: 'adminReplayLeads', method: 'POST', path: '/admin/v1/tenants/{tenantId}/replay', tag },
  role: 'operate',
  changes: isNoDryRun,
  summary: 'Replay leads',
  description:
    'Sends leads again that came to a bad end, oldest first, and answers a line for each of them: how many there are, what became of each, and at the end how many were not looked at. It goes on for as long as the caller listens; repeated it goes on where it was, and no lead goes twice.',
  params: tenantParams,
  body: z.object({
    statuses: z
      .array(z.enum(repostableLeadStatuses))
      .min(1)
      .max(repostableLeadStatuses.length)
      .describe('The statuses in which the leads rest.'),
    campaignId: meantShape.campaignId.optional().describe('Only leads of this campaign.'),
    reason: z.string().min(1).max(200).optional().describe('Only leads that rest for this reason.'),
    since: instantSchema.optional().describe('Only leads that came to rest then or later.'),
    ...howShape,
  }),
  format: 'ndjson',
  item: replayItemSchema,
  errors: [],
  examples: {
    body: { statuses: ['failed'], dryRun: false },
    item: {
      kind: 'skipped',
      leadId: 'lead_01',
      submissionId: 'sub_01',
      because: 'its personal data was erased',
    },
  },
});

/** The endpoints of this file. */
export const replayEndpoints = [adminStartReplay, adminListReplays, adminGetReplay, adminStopReplay] as const;
