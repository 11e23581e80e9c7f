/** What waits for a person: leads grouped by their cause. */
import { z } from 'zod';
import { instantSchema, pageEndShape, pageQueryShape } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { findingSchema } from './live.js';

const causeShape = {
  status: z.string().describe("The leads' status."),
  campaignId: z.string().describe('Their campaign.'),
  reason: z.string().optional().describe('The reason; absent if the leads have none.'),
};

const sinceShape = {
  since: instantSchema.optional().describe('Only leads that ended at or after this time.'),
};

const groupSchema = z
  .object({
    ...causeShape,
    campaignName: z.string().optional().describe('The name of the campaign.'),
    receiver: z.string().optional().describe("The campaign's endpoint."),
    stage: z.string().optional().describe('The stage at which the latest lead ended.'),
    because: z.string().optional().describe('The cause, taken from the latest lead.'),
    count: z.int().describe('How many leads.'),
    firstAt: instantSchema.describe('When the first of them ended.'),
    lastAt: instantSchema.describe('When the last of them ended.'),
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
    campaignId: z.string().describe('The campaign whose buyer was asked.'),
    campaignName: z.string().optional().describe('Its name.'),
    buyer: z.string().optional().describe('The client who may have bought it, by name.'),
    price: z
      .string()
      .optional()
      .describe('What it is expected to earn; absent if its campaign states no price.'),
    since: instantSchema.describe('When it ended.'),
  })
  .meta({ id: 'AdminUnknownOutcome' });

const crashingSchema = z
  .object({
    ...ids,
    deaths: z.int().describe('How many workers in a row it crashed.'),
    nextLookAt: instantSchema.nullable().describe('When it is retried; null while calls are on hold.'),
  })
  .meta({ id: 'AdminCrashingSubmission' });

const unsentSchema = z
  .object({
    leadId: z.string().describe('The lead.'),
    fileKey: z.string().describe('The file of the document.'),
    since: instantSchema.describe('When it was given up.'),
  })
  .meta({ id: 'AdminUnsentDocument' });

export const adminListAttention = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/attention',
  summary: 'List what needs attention',
  description:
    'Leads that wait for a person to act, grouped by status, reason and campaign; at most 300 groups, the one that grew last first. Also submissions with an unknown outcome, those that repeatedly crash their workers, and documents that could not be sent.',
  query: z.object(sinceShape),
  data: z.object({
    findings: z.array(findingSchema).describe('What is wrong, and what to do about it; the worst first.'),
    groups: z.array(groupSchema).describe('The groups.'),
    unknown: z.array(unknownSchema).describe('The newest 50 submissions with an unknown outcome.'),
    unknownCount: z.int().describe('How many submissions have an unknown outcome.'),
    crashing: z.array(crashingSchema).describe('At most 50 submissions that repeatedly crash their workers.'),
    unsent: z.array(unsentSchema).describe('The newest 50 documents that could not be sent to their vendor.'),
    unsentCount: z.int().describe('How many documents could not be sent, counted up to 1,000.'),
  }),
  examples: {
    data: {
      findings: [],
      unknown: [],
      unknownCount: 0,
      crashing: [],
      unsent: [{ leadId: 'lead_01', fileKey: 'retainer', since: '2026-03-01T03:00:00.000Z' }],
      unsentCount: 1,
      groups: [
        {
          status: 'error',
          campaignId: 'ACMRU',
          reason: 'quarantined',
          receiver: 'end_acme',
          stage: 'delivery',
          because: 'its worker crashed',
          count: 3,
          replayable: true,
          firstAt: '2026-03-01T02:14:00.000Z',
          lastAt: '2026-03-01T03:00:00.000Z',
        },
      ],
    },
  },
});

const triedSchema = z.object({
  n: z.int().describe('Which attempt.'),
  at: instantSchema.describe('When it began.'),
  outcome: z.string().describe('How it ended; `open` until that is known.'),
  status: z.int().optional().describe('The status of the answer.'),
  reason: z.string().optional().describe('Why there was no answer, or what the answer meant.'),
  durationMs: z.number().optional().describe('How long it took.'),
});

export const adminListAttentionLeads = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/attention/leads',
  summary: 'List the leads of a group',
  description: 'The leads of one group with their attempts, the latest to end first.',
  query: z.object({ ...pageQueryShape, ...causeShape, ...sinceShape }),
  data: z.object({
    leads: z
      .array(
        z.object({
          leadId: z.string().describe('The lead.'),
          submissionId: z.string().describe('Its latest submission.'),
          since: instantSchema.describe('When it ended.'),
          stage: z.string().optional().describe('At which stage it was quarantined.'),
          because: z.string().optional().describe('The failure that repeated.'),
          times: z.int().optional().describe('How often.'),
          tries: z.array(triedSchema).describe('Its delivery attempts, first to last.'),
        }),
      )
      .describe('The leads of this page.'),
    ...pageEndShape,
  }),
  examples: {
    data: {
      leads: [
        {
          leadId: 'lead_01',
          submissionId: 'sub_01',
          since: '2026-03-01T03:00:00.000Z',
          stage: 'delivery',
          because: 'its worker crashed',
          times: 6,
          tries: [{ n: 1, at: '2026-03-01T02:59:00.000Z', outcome: 'retry', status: 500, durationMs: 30 }],
        },
      ],
      nextCursor: null,
      hasMore: false,
    },
  },
});
