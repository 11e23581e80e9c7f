/** What is happening now, what is wrong, and what happened over an hour, a day or a week. */
import { z } from 'zod';
import { timestampSchema } from '../formats/primitives.js';
import { adminRoles, historyRanges } from '../words.js';
import { inInstallation } from './admin-scopes.js';
import { defineAdminEndpoint, defineAdminStream } from './define-admin-endpoint.js';

/** How urgent a finding is: `bad` wakes the operator on call, `warning` is to be looked at, `note` is for information. */
const findingSeverities = ['bad', 'warning', 'note'] as const;

const whatItDoes = {
  operationId: z.string().describe('The operation of the admin API.'),
  role: z.enum(adminRoles).describe('The lowest role that may use it.'),
  label: z.string().describe('What it does: a verb phrase, for a button.'),
};

const findingActionSchema = z.union([
  z.object({
    ...whatItDoes,
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).describe('Its method.'),
    path: z.string().describe('Its path, filled in.'),
    needsReason: z
      .boolean()
      .describe('Whether its body has to say a `reason`, which others see; otherwise it needs none.'),
  }),
  z.object({
    ...whatItDoes,
    link: z.string().describe('The page of the dashboard that makes it, if a person has to choose first.'),
  }),
]);

/** Something that is wrong or worth knowing, in words. */
export const findingSchema = z
  .object({
    id: z.string().describe('Stays the same while the problem lasts.'),
    kind: z.string().describe('What kind of finding it is.'),
    severity: z.enum(findingSeverities).describe('How much it matters.'),
    text: z.string().describe('One sentence, complete without the other fields; times in UTC.'),
    subject: z.string().describe('The name of what it concerns.'),
    tenantId: z.string().optional().describe('The tenant; absent for the installation.'),
    headline: z.string().describe('The sentence without start, count and next step.'),
    since: timestampSchema.optional().describe('Since when.'),
    count: z.int().optional().describe('How many leads it concerns.'),
    counted: z.string().optional().describe('What is counted, e.g. `leads wait`.'),
    next: z
      .object({ text: z.string().describe('The next step.'), at: timestampSchema.describe('When.') })
      .optional()
      .describe('What Sluice does next.'),
    todo: z.string().optional().describe('What a person can do.'),
    actions: z.array(findingActionSchema).describe('The operations that do it, the first choice first.'),
    command: z.string().optional().describe('The command that does it.'),
    link: z.string().describe('The page of the dashboard with the details.'),
    runbook: z.string().describe("The section of the project's documentation for the operator on call."),
  })
  .meta({ id: 'AdminFinding' });
export type Finding = z.infer<typeof findingSchema>;
export type FindingSeverity = Finding['severity'];
export type FindingAction = z.infer<typeof findingActionSchema>;

const waitSchema = z.object({
  waiting: z.int().describe('Maximum number of waiting leads or effects.'),
  oldestMs: z.number().describe('Maximum age of the oldest.'),
});

/** The figures of one time step. */
export const figurePointSchema = z
  .object({
    at: timestampSchema.describe('When the step begins.'),
    accepted: z.int().describe('Submissions that were accepted.'),
    ended: z.record(z.string(), z.int()).describe('Submissions that ended, by final status.'),
    p50Ms: z.number().optional().describe('Median time to the buyer.'),
    p95Ms: z.number().optional().describe('95th percentile of the time to the buyer.'),
    stages: z.record(z.string(), waitSchema).describe('What waited, by stage.'),
    held: z.int().describe('Maximum number of held submissions.'),
    overdue: z.int().describe('Maximum number of overdue submissions.'),
  })
  .meta({ id: 'AdminFigures' });
export type FigurePoint = z.infer<typeof figurePointSchema>;

const stageSchema = z.object({
  name: z.string().describe('The queue.'),
  waiting: z.int().describe('Leads or effects that wait for a worker.'),
  active: z.int().describe('Those that workers process now.'),
  delayed: z.int().describe('Those that wait for a set time.'),
  failed: z.int().describe('Batches that could not be started.'),
  oldestMs: z.number().describe('How long the oldest has waited.'),
  workers: z.int().describe('Connected workers.'),
  paused: z.boolean().describe('Whether an operator paused it.'),
});

const heldSchema = z.object({
  tenantId: z.string().describe('Their tenant.'),
  campaignId: z.string().describe('The campaign that they were sent to.'),
  campaignName: z.string().optional().describe('Its name.'),
  reason: z.string().describe('Why they are held.'),
  count: z.int().describe('How many; 10,000 are counted at most, of all tenants.'),
  opensAt: timestampSchema.describe('When the first of them is reconsidered.'),
  oldestAt: timestampSchema.describe('When the oldest was accepted.'),
});

const troubledSchema = z.object({
  tenantId: z.string().describe('The tenant of the receiver.'),
  receiver: z.string().describe('The endpoint.'),
  buyer: z.string().describe('The name of the buyer.'),
  state: z
    .enum(['failing', 'accepts_none', 'open'])
    .describe(
      '`open`: its circuit is open, so workers do not call it. `accepts_none`: it answers, and accepted none of its last ten calls.',
    ),
  since: timestampSchema
    .optional()
    .describe('Since when every call fails, none is accepted, or its circuit is held open.'),
  until: timestampSchema.optional().describe('When workers call it again.'),
  openedBy: z
    .object({ by: z.string().describe('Who.'), reason: z.string().describe('Why.') })
    .optional()
    .describe('The person who opened its circuit by hand; absent if it opened automatically.'),
  answers: z.string().describe('Its last failure, e.g. `500` or `timeout`; or empty.'),
  waiting: z
    .int()
    .optional()
    .describe('Leads in the queue that wait for it: for a worker, their next attempt or its circuit.'),
});

const counted = z.int().optional();
export const waitsSchema = z.object({
  inQueues: counted.describe(
    'Leads and effects in queues that a worker may take now, or has taken; absent while Redis does not answer.',
  ),
  later: counted.describe(
    'Those in queues that wait for their next attempt, for their receiver or for room at their campaign.',
  ),
  held: counted.describe('Leads that are held for opening hours or a cap; 10,000 are counted at most.'),
  onHold: counted.describe(
    'Leads that an operator keeps from being sent by a hold on calls; 10,000 are counted at most.',
  ),
  person: counted.describe('Leads that wait for a person; 10,000 are counted at most.'),
});

/** The installation as it is now. */
export const nowSchema = z
  .object({
    at: timestampSchema.describe('When this was measured.'),
    findings: z.array(findingSchema).describe('The problems, worst first; empty if there are none.'),
    away: z.array(z.string()).describe('Stores that do not answer.'),
    stages: z.array(stageSchema).optional().describe('The queues; absent while Redis does not answer.'),
    held: z.array(heldSchema).optional().describe('Held leads; absent while MongoDB does not answer.'),
    buyers: z
      .array(troubledSchema)
      .optional()
      .describe('Failing buyers; absent while MongoDB does not answer.'),
    minutes: z.array(figurePointSchema).optional().describe('Figures of this minute and the last.'),
    waits: waitsSchema.describe('How much waits, each under what it waits for.'),
  })
  .meta({ id: 'AdminNow' });
export type NowState = z.infer<typeof nowSchema>;

export const examplePoint = {
  at: '2026-03-01T12:00:00.000Z',
  accepted: 120,
  ended: { delivered: 96, rejected: 8 },
  p50Ms: 180,
  p95Ms: 900,
  stages: { delivery: { waiting: 12, oldestMs: 1_200 } },
  held: 3,
  overdue: 0,
};

export const exampleNow = {
  at: '2026-03-01T12:00:30.000Z',
  away: [],
  waits: { inQueues: 16, later: 312, held: 3, onHold: 0, person: 2 },
  findings: [
    {
      id: 'buyer.demo.end_acme',
      kind: 'circuit_open',
      severity: 'warning' as const,
      text: 'Buyer "Acme" answers 500 since 02:14 UTC; 312 leads wait; its circuit tries again in 20 s.',
      subject: 'Acme',
      tenantId: 'demo',
      headline: 'Buyer "Acme" answers 500',
      since: '2026-03-01T02:14:00.000Z',
      count: 312,
      counted: 'leads wait',
      next: { text: 'its circuit tries again', at: '2026-03-01T12:00:50.000Z' },
      todo: 'Contact the buyer. The leads that wait for it are retried automatically.',
      actions: [],
      link: '/buyers/demo/end_acme',
      runbook: 'docs/run/runbook/buyers.md#sluicecircuitopen',
    },
  ],
};

export const adminGetNow = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/now',
  summary: 'The installation as it is now',
  description: 'The findings, queues, held leads, failing buyers and the figures of the last two minutes.',
  data: nowSchema,
  examples: { data: exampleNow },
});

export const adminWatchNow = defineAdminStream({
  ...inInstallation.view,
  method: 'GET',
  path: '/live',
  summary: 'The installation, live',
  description: 'The answer of `GET /admin/v1/now` every second, as server-sent events.',
  format: 'events',
  item: nowSchema,
  examples: { item: exampleNow },
});

/** The time range of a history. */
export const historyRangeField = z.enum(historyRanges).default('hour').describe('The time range.');

/** A history of steps of this kind. */
export const historyOf = <Point extends z.ZodType>(point: Point) =>
  z.object({
    stepMs: z.int().describe('The length of a step.'),
    points: z.array(point).describe('Oldest first; the last one is still in progress.'),
  });

export const adminGetHistory = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/history',
  summary: 'Figures of the last hour, day or week',
  description:
    'An hour by the minute, a day by five minutes, a week by the hour, without gaps. Waiting, held and overdue counts always cover the whole installation.',
  query: z.object({
    range: historyRangeField,
    tenantId: z.string().max(32).optional().describe('Only for this tenant.'),
  }),
  data: historyOf(figurePointSchema),
  examples: { data: { stepMs: 60_000, points: [examplePoint] } },
});

/** The endpoints and the stream of this file. */
