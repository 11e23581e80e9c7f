/** Sending the leads of a group again: first as a dry run, then for real, with progress and a way to stop. */
import { z } from 'zod';
import { repostableLeadStatuses } from '../resources/index.js';
import { instantSchema, namesExample, namesSchema } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';
import type { AuditFacts } from './define-admin-endpoint.js';

const count = z.int().min(0);

const meantShape = {
  status: z.enum(repostableLeadStatuses).describe('The status of the leads.'),
  campaignId: z.string().min(1).max(200).describe('Their campaign.').meta({ example: 'ACMRU' }),
  reason: z.string().min(1).max(200).optional().describe('Their reason; absent for leads without one.'),
  since: instantSchema.optional().describe('Only leads that ended at or after this time.'),
};

const howShape = {
  dryRun: z
    .boolean()
    .default(false)
    .describe('Only show which leads would be sent, and why the others would not.'),
  times: z.int().min(1).max(100).default(1).describe('Maximum number of replays per lead.'),
  unknownToo: z.boolean().default(false).describe('Include leads that the buyer may already have.'),
};

const isNoDryRun = ({ dryRun }: { readonly dryRun: boolean }): boolean => !dryRun;

const replaySchema = z
  .object({
    replayId: z.string().describe('The replay.'),
    ...meantShape,
    dryRun: z.boolean().describe('Whether it is a dry run.'),
    state: z
      .enum(['running', 'stopping', 'ended', 'stopped', 'failed', 'interrupted'])
      .describe('`interrupted`: its process died; repeat it to continue, no lead is sent twice.'),
    by: z.string().describe('Who started it.'),
    beganAt: instantSchema.describe('When it started.'),
    total: count.describe('Leads to check; 0 until they are found.'),
    went: count.describe('Leads that were sent again, or would be.'),
    skipped: count.describe('Leads that were skipped, or would be.'),
    left: count.describe('Leads that were not checked.'),
    because: z
      .array(z.object({ why: z.string().describe('Why.'), count: count.describe('How many leads.') }))
      .describe('Why leads were skipped.'),
    leads: z
      .array(
        z.object({
          leadId: z.string().describe('The lead.'),
          skipped: z.string().optional().describe('Why it is skipped; absent if it is sent.'),
        }),
      )
      .describe('The first 100 leads that were checked.'),
  })
  .meta({ id: 'AdminReplay' });
export type AdminReplay = z.infer<typeof replaySchema>;

const replayParams = z.object({
  replayId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .describe('The replay.')
    .meta({ example: 'replay_01' }),
});
const example = {
  replayId: 'replay_01',
  status: 'error' as const,
  campaignId: 'ACMRU',
  reason: 'quarantined',
  dryRun: false,
  state: 'running' as const,
  by: 'Ada',
  beganAt: '2026-03-01T03:00:00.000Z',
  total: 312,
  went: 120,
  skipped: 1,
  left: 191,
  because: [{ why: 'it is now delivered', count: 1 }],
  leads: [{ leadId: 'lead_01' }],
};

export const adminStartReplay = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/replays',
  changes: isNoDryRun,
  summary: 'Replay a group',
  did: ({ dryRun }: AuditFacts) =>
    dryRun === 'true'
      ? 'tried out a replay of leads of {campaignId}'
      : 'started a replay of leads of {campaignId}',
  description:
    'Starts to send the leads of a group again, oldest first, and answers at once; with `dryRun` it only reports which leads would be sent. Each lead is a separate step that is safe to repeat.',
  body: z.object({ ...meantShape, ...howShape }),
  successStatus: 202,
  data: replaySchema,
  examples: {
    body: { status: 'error', campaignId: 'ACMRU', reason: 'quarantined', dryRun: false },
    data: example,
  },
});

export const adminListReplays = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/replays',
  summary: 'List replays',
  description:
    'Lists the latest 20 replays of groups of the last day, newest first; dry runs are not listed.',
  data: z.object({ replays: z.array(replaySchema).describe('Without their leads.'), names: namesSchema }),
  examples: { data: { replays: [{ ...example, leads: [] }], names: namesExample } },
});

export const adminGetReplay = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/replays/{replayId}',
  summary: 'Get a replay',
  description: 'The progress or the result of a replay. It is available for a day.',
  params: replayParams,
  data: replaySchema,
  examples: { data: example },
});

export const adminStopReplay = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/replays/{replayId}/stop',
  summary: 'Stop a replay',
  did: 'stopped {replayId}',
  description: 'Stops a replay within a second, whichever process runs it; leads already sent stay sent.',
  params: replayParams,
  data: z.object({ stopping: z.literal(true).describe('The replay is stopping.') }),
  errors: ['INVALID_STATE'],
  examples: { data: { stopping: true } },
});

const itemKind = <const K extends string>(kind: K) => z.literal(kind).describe('The kind of line.');

const leadShape = {
  leadId: z.string().describe('The lead.'),
  submissionId: z.string().describe('Its ended submission.'),
};

const replayItemSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: itemKind('begun'), total: count.describe('Leads to check.') }),
    z.object({
      kind: itemKind('replayed'),
      ...leadShape,
      newSubmissionId: z.string().optional().describe('The new submission; absent in a dry run.'),
    }),
    z.object({
      kind: itemKind('skipped'),
      ...leadShape,
      because: z.string().describe('Why it is skipped.'),
    }),
    z.object({ kind: itemKind('other') }).describe('A lead that does not match the filter after all.'),
    z.object({ kind: itemKind('ended'), left: count.describe('Leads that were not checked.') }),
  ])
  .meta({ id: 'AdminReplayItem' });
export type AdminReplayItem = z.infer<typeof replayItemSchema>;

export const adminReplayLeads = defineAdminStream({
  ...inTenant.operate,
  method: 'POST',
  path: '/replay',
  changes: isNoDryRun,
  summary: 'Replay leads',
  did: 'replayed leads',
  description:
    'Sends failed leads again, oldest first, and returns lines: first their number, then the result of each, and last how many were not checked. It runs while the caller listens; repeat it to continue, no lead is sent twice.',
  body: z.object({
    statuses: z
      .array(z.enum(repostableLeadStatuses))
      .min(1)
      .max(repostableLeadStatuses.length)
      .describe('The statuses of the leads.'),
    campaignId: meantShape.campaignId.optional().describe('Only leads of this campaign.'),
    reason: z.string().min(1).max(200).optional().describe('Only leads with this reason.'),
    since: meantShape.since,
    ...howShape,
  }),
  format: 'ndjson',
  item: replayItemSchema,
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
