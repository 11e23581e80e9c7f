/** Buyers: the receivers of deliveries, how they answer, and when their circuits were open. */
import { z } from 'zod';
import { tenantIdSchema } from '../ids.js';
import { buyerRanges } from '../words.js';
import {
  instantSchema,
  namesExample,
  namesSchema,
  pageEndShape,
  pageQueryShape,
  searchQueryShape,
} from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const outcomesSchema = z.record(z.string(), z.int());

const buyerSchema = z
  .object({
    tenantId: tenantIdSchema.describe("The buyer's tenant."),
    receiver: z.string().describe('The endpoint, or `client` and the client’s id.'),
    buyer: z.string().describe("The buyer's name."),
    url: z.string().optional().describe('The URL of the buyer, without the query.'),
    campaignIds: z.array(z.string()).describe('The campaigns that deliver to it.'),
    state: z
      .enum(['works', 'failing', 'accepts_none', 'open', 'unknown'])
      .describe(
        '`open`: its circuit is open, so workers do not call it. `accepts_none`: it answers, and accepted none of its last ten calls.',
      ),
    failingSince: instantSchema.optional().describe('Since when every call fails.'),
    acceptsNoneSince: instantSchema
      .optional()
      .describe('The first call since its last acceptance; set once it accepted none of its last ten.'),
    openUntil: instantSchema.optional().describe('When its circuit closes or retries.'),
    openedBy: z
      .object({ by: z.string().describe('Who.'), reason: z.string().describe('Why.') })
      .optional()
      .describe('The person who opened its circuit; without `openUntil` it stays open until it is closed.'),
    lastAcceptedAt: instantSchema.optional().describe('When it last accepted a lead.'),
    waiting: z
      .int()
      .optional()
      .describe(
        'Leads in the queue that wait for it: for a worker, their next attempt or its circuit. Absent while Redis does not answer, and for addresses given per lead.',
      ),
    calls: z.int().describe('Calls in the last hour.'),
    outcomes: outcomesSchema.describe('Those calls by outcome.'),
    p50Ms: z.number().optional().describe('Median answer time.'),
    p95Ms: z.number().optional().describe('95 of 100 did.'),
  })
  .meta({ id: 'AdminBuyer' });

const exampleBuyer = {
  tenantId: 'demo',
  receiver: 'end_acme',
  buyer: 'Acme',
  url: 'https://acme.example/leads',
  campaignIds: ['ACMRU'],
  state: 'open' as const,
  failingSince: '2026-03-01T02:14:00.000Z',
  openUntil: '2026-03-01T02:20:20.000Z',
  waiting: 312,
  calls: 40,
  outcomes: { retry: 40 },
  p50Ms: 30,
  p95Ms: 120,
};

export const adminListBuyers = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/buyers',
  summary: 'List buyers',
  description:
    "Lists a tenant's delivery receivers with their answers in the last hour, those in trouble first, each by name.",
  query: z.object({ ...searchQueryShape, ...pageQueryShape }),
  data: z.object({
    buyers: z.array(buyerSchema).describe('The buyers of this page.'),
    ...pageEndShape,
  }),
  examples: { data: { buyers: [exampleBuyer], nextCursor: null, hasMore: false } },
});

export const adminRetryBuyer = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/buyers/{receiver}/retry',
  summary: 'Retry what waits for a buyer',
  did: 'retried what waits for the buyer {receiver}',
  description:
    'Makes the next attempt at once of every lead that waits for this buyer, as many as it reaches within 40 s. A circuit that opened because most calls failed closes first; one that a person opened has to be closed by hand.',
  params: z.object({
    receiver: z
      .string()
      .min(1)
      .max(600)
      .describe('The id of its endpoint, or `client` and the id of a client without one.'),
  }),
  data: z.object({
    retried: z.int().describe('Leads whose next attempt is made now.'),
    underWay: z.int().describe('Leads whose attempt is being made already.'),
    more: z.boolean().describe('Whether others may wait: repeat the call.'),
  }),
  successStatus: 202,
  errors: ['INVALID_STATE'],
  examples: { data: { retried: 312, underWay: 2, more: false } },
});

const answerSchema = z.object({
  at: instantSchema.describe('When the call ended.'),
  leadId: z.string().describe('The lead.'),
  submissionId: z.string().describe('Its submission.'),
  n: z.int().describe('The number of the attempt.'),
  outcome: z.string().describe('How the call ended.'),
  status: z.int().optional().describe('The status of the answer.'),
  failure: z.string().optional().describe('Why there was no answer.'),
  unreadable: z
    .literal(true)
    .optional()
    .describe('The answer said success in a form that the response rules of the endpoint do not read.'),
  durationMs: z.number().describe('How long it took.'),
});

const callPointSchema = z.object({
  at: instantSchema.describe('When the step begins.'),
  outcomes: outcomesSchema.describe('Calls by outcome.'),
  statuses: outcomesSchema.describe('Answers by status.'),
  p50Ms: z.number().optional().describe('Median answer time.'),
  p95Ms: z.number().optional().describe('95 of 100 did.'),
});

export const adminGetBuyer = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/buyers/{receiver}',
  summary: 'Get a buyer',
  description:
    'One receiver: its calls by the minute for two hours or by the hour for a week, its latest answers, and when its circuit was open.',
  params: z.object({
    receiver: z
      .string()
      .min(1)
      .max(600)
      .describe('The id of its endpoint, or `client` and the id of a client without one.'),
  }),
  query: z.object({ range: z.enum(buyerRanges).default('hours').describe('The time range.') }),
  data: z.object({
    buyer: buyerSchema.describe('The buyer.'),
    names: namesSchema,
    points: z.array(callPointSchema).describe('Oldest first, including steps without a call.'),
    answers: z.array(answerSchema).describe('The latest, newest first.'),
    circuit: z
      .array(
        z.object({
          since: instantSchema.describe('From.'),
          until: instantSchema.describe('The end; if the circuit is still open, now.'),
          by: z.string().optional().describe('The person who opened it; absent if it opened automatically.'),
          reason: z.string().optional().describe("The person's reason."),
        }),
      )
      .describe('The periods in which its circuit was open, newest first.'),
  }),
  examples: {
    data: {
      buyer: exampleBuyer,
      names: namesExample,
      points: [{ at: '2026-03-01T02:14:00.000Z', outcomes: { retry: 3 }, statuses: { '500': 3 } }],
      answers: [
        {
          at: '2026-03-01T02:14:07.120Z',
          leadId: 'lead_01',
          submissionId: 'sub_01',
          n: 1,
          outcome: 'retry',
          status: 500,
          durationMs: 31,
        },
      ],
      circuit: [{ since: '2026-03-01T02:14:20.000Z', until: '2026-03-01T02:20:20.000Z' }],
    },
  },
});
