/** What waits for a person: leads grouped by what they have in common. */
import { z } from 'zod';
import { instantSchema, nextCursorSchema, pageQueryShape, tenantParams } from './common.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const causeShape = {
  status: z.string().describe('The status in which the leads rest.'),
  campaignId: z.string().describe('Their campaign.'),
  reason: z.string().optional().describe('Why; absent of leads that rest without a reason.'),
};

const groupSchema = z
  .object({
    ...causeShape,
    campaignName: z.string().optional().describe('The name of the campaign.'),
    receiver: z.string().optional().describe('The endpoint that the campaign leads to.'),
    stage: z.string().optional().describe('Where it happened, seen of the latest lead.'),
    because: z.string().optional().describe('What had happened, seen of the latest lead.'),
    count: z.int().describe('How many leads.'),
    firstAt: instantSchema.describe('When the first of them came to rest.'),
    lastAt: instantSchema.describe('When the last of them did.'),
    replayable: z.boolean().describe('Whether such leads may be sent again.'),
  })
  .meta({ id: 'AdminAttentionGroup' });

const ids = {
  leadId: z.string().describe('The lead.'),
  submissionId: z.string().describe('The submission.'),
};

const unknownSchema = z
  .object({
    ...ids,
    campaignId: z.string().describe('Its campaign.'),
    since: instantSchema.describe('When it ended.'),
  })
  .meta({ id: 'AdminUnknownOutcome' });

const setAsideSchema = z
  .object({
    ...ids,
    deaths: z.int().describe('How many workers in a row ended with it in hand.'),
    nextLookAt: instantSchema.describe('When it is tried again.'),
  })
  .meta({ id: 'AdminSetAside' });

/** GET /admin/v1/tenants/{tenantId}/attention */
export const adminListAttention = defineAdminEndpoint({
  operationId: 'adminListAttention',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/attention',
  role: 'view',
  tag: 'Admin: attention',
  summary: 'List what waits for a person',
  description:
    'Leads that rest until a person does something, grouped by status, reason and campaign; at most 300 groups, the one that grew last first. Beside them, what a person has to say of unknown outcomes, and what was set aside.',
  params: tenantParams,
  data: z.object({
    groups: z.array(groupSchema).describe('The groups.'),
    unknown: z.array(unknownSchema).describe('The newest 50 submissions of unknown outcome.'),
    unknownCount: z.int().describe('How many submissions have an unknown outcome.'),
    setAside: z
      .array(setAsideSchema)
      .describe('At most 50 submissions that end their workers again and again.'),
  }),
  errors: [],
  examples: {
    data: {
      ...{ unknown: [], unknownCount: 0, setAside: [] },
      groups: [
        {
          ...{ status: 'error', campaignId: 'ACMRU', reason: 'quarantined', receiver: 'end_acme' },
          ...{ stage: 'delivery', because: 'workers died with it in hand', count: 3, replayable: true },
          ...{ firstAt: '2026-03-01T02:14:00.000Z', lastAt: '2026-03-01T03:00:00.000Z' },
        },
      ],
    },
  },
});

const triedSchema = z.object({
  n: z.int().describe('Which attempt.'),
  at: instantSchema.describe('When it began.'),
  outcome: z.string().describe('How it ended; `open` while that is not known.'),
  status: z.int().optional().describe('The status of the answer.'),
  reason: z.string().optional().describe('Why there was none, or what it meant.'),
  durationMs: z.number().optional().describe('How long it took.'),
});

/** GET /admin/v1/tenants/{tenantId}/attention/leads */
export const adminListAttentionLeads = defineAdminEndpoint({
  operationId: 'adminListAttentionLeads',
  method: 'GET',
  path: '/admin/v1/tenants/{tenantId}/attention/leads',
  role: 'view',
  tag: 'Admin: attention',
  summary: 'List the leads of a group',
  description:
    'The leads of one group, the latest to come to rest first, each with what happened in its tries.',
  params: tenantParams,
  query: z.object({ ...pageQueryShape, ...causeShape }),
  data: z.object({
    leads: z
      .array(
        z.object({
          leadId: z.string().describe('The lead.'),
          submissionId: z.string().describe('Its latest submission.'),
          since: instantSchema.describe('When it came to rest.'),
          stage: z.string().optional().describe('At which stage it was quarantined.'),
          because: z.string().optional().describe('What had happened too often.'),
          times: z.int().optional().describe('How often.'),
          tries: z.array(triedSchema).describe('Its delivery attempts, first to last.'),
        }),
      )
      .describe('The leads of this page.'),
    nextCursor: nextCursorSchema,
  }),
  errors: [],
  examples: {
    data: {
      leads: [
        {
          ...{ leadId: 'lead_01', submissionId: 'sub_01', since: '2026-03-01T03:00:00.000Z' },
          ...{ stage: 'delivery', because: 'workers died with it in hand', times: 6 },
          tries: [{ n: 1, at: '2026-03-01T02:59:00.000Z', outcome: 'retry', status: 500, durationMs: 30 }],
        },
      ],
      nextCursor: null,
    },
  },
});

/** The endpoints of this file. */
export const attentionEndpoints = [adminListAttention, adminListAttentionLeads] as const;
