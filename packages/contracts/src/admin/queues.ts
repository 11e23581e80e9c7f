/** The queues, and the open circuits of receivers. */
import { z } from 'zod';
import { queues } from '../queues.js';
import { requiredText } from '../formats/bounds.js';
import { instantSchema } from './admin-fields.js';
import { inInstallation, inTenant } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const queueName = z.enum(queues.map(({ name }) => name) as [string, ...string[]]);
const count = z.int().min(0);

const queueSchema = z
  .object({
    name: queueName.describe('The queue.'),
    paused: z.boolean().describe('Whether an operator has paused it.'),
    workers: count.describe('Connected workers.'),
    waiting: count.describe('Leads or effects that wait for a worker.'),
    active: count.describe('Leads or effects that workers process now.'),
    delayed: count.describe('Leads or effects that wait for a set time.'),
    failed: count.describe('Batches that could not be started; they stay until an operator retries them.'),
    oldestWaitingMs: z.number().min(0).describe('How long the oldest has waited, in milliseconds.'),
  })
  .meta({ id: 'AdminQueue' });

const params = z.object({ queue: queueName.describe('The queue.').meta({ example: 'delivery' }) });
const pausedSchema = z.object({ paused: z.boolean().describe('Whether it is paused now.') });
const movedSchema = z.object({ moved: count.describe('How many batches.') });

export const adminListQueues = defineAdminEndpoint({
  ...inInstallation.view,
  method: 'GET',
  path: '/queues',
  summary: 'List queues',
  description: 'Lists every queue with its counts and whether it is paused.',
  data: z.object({ queues: z.array(queueSchema).describe('In the order in which a lead passes them.') }),
  examples: {
    data: {
      queues: [
        {
          name: 'delivery',
          paused: false,
          workers: 2,
          waiting: 12,
          active: 4,
          delayed: 0,
          failed: 0,
          oldestWaitingMs: 840,
        },
      ],
    },
  },
});

export const adminPauseQueue = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'POST',
  path: '/queues/{queue}/pause',
  summary: 'Pause a queue',
  did: 'paused the queue {queue}',
  description:
    'Its workers take no more jobs and stay healthy; they finish their current jobs. Leads wait, and none is lost.',
  params,
  data: pausedSchema,
  examples: { data: { paused: true } },
});

export const adminResumeQueue = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'POST',
  path: '/queues/{queue}/resume',
  summary: 'Resume a queue',
  did: 'resumed the queue {queue}',
  description: 'Its workers take jobs from it again.',
  params,
  data: pausedSchema,
  examples: { data: { paused: false } },
});

export const adminRetryQueue = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'POST',
  path: '/queues/{queue}/retry',
  summary: 'Retry failed batches',
  did: 'retried the failed batches of {queue}',
  description: 'Enqueues every failed batch of the queue again.',
  params,
  data: movedSchema,
  examples: { data: { moved: 3 } },
});

export const adminPromoteQueue = defineAdminEndpoint({
  ...inInstallation.operate,
  method: 'POST',
  path: '/queues/{queue}/promote',
  summary: 'Promote delayed batches',
  did: 'promoted the delayed batches of {queue}',
  description:
    'Runs every delayed batch of the queue now. Leads that wait for a retry time or for opening hours keep waiting.',
  params,
  data: movedSchema,
  examples: { data: { moved: 3 } },
});

const circuitSchema = z
  .object({
    endpoint: z.string().describe('The receiver.'),
    since: instantSchema.describe('Since when its circuit is open.'),
    until: instantSchema
      .nullable()
      .describe('When workers call it again; null if it stays open until it is closed.'),
    byHand: z
      .object({ by: z.string().describe('Who.'), reason: z.string().describe('Why.') })
      .nullable()
      .describe('The person who opened it; null if it opened automatically.'),
  })
  .meta({ id: 'AdminCircuit' });

export const adminListCircuits = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/circuits',
  summary: 'List open circuits',
  description:
    'Lists the receivers of a tenant whose circuit is open, because most calls failed or because an operator opened it.',
  data: z.object({ circuits: z.array(circuitSchema).describe('The open circuits.') }),
  examples: {
    data: {
      circuits: [
        {
          endpoint: 'ep_acme',
          since: '2026-01-15T17:20:31.042Z',
          until: '2026-01-15T17:21:01.042Z',
          byHand: null,
        },
      ],
    },
  },
});

const circuitParams = z.object({
  receiver: z
    .string()
    .min(1)
    .max(600)
    .describe(
      'The id of a buyer’s endpoint, `client` and the id of a client without one, or another as listed.',
    ),
});

export const adminOpenCircuit = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/circuits/{receiver}/open',
  summary: 'Open a circuit',
  did: 'opened the circuit of {receiver}',
  description:
    'Within 3 s workers stop calling the receiver; calls in flight finish. Its leads wait and use up no attempts. The circuit stays open until `until`, or without it until it is closed.',
  params: circuitParams,
  body: z.object({
    reason: requiredText(200, z.string().trim()).describe('The reason, shown to other operators.'),
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('When it closes automatically; without it, it stays open until it is closed.'),
  }),
  data: z.object({ circuit: circuitSchema.describe('The circuit now.') }),
  examples: {
    body: { reason: 'they migrate tonight' },
    data: {
      circuit: {
        endpoint: 'ep_acme',
        since: '2026-01-15T17:20:31.042Z',
        until: null,
        byHand: { by: 'Ada', reason: 'they migrate tonight' },
      },
    },
  },
});

export const adminCloseCircuit = defineAdminEndpoint({
  ...inTenant.operate,
  method: 'POST',
  path: '/circuits/{receiver}/close',
  summary: 'Close a circuit',
  did: 'closed the circuit of {receiver}',
  description:
    'Within 3 s workers call the receiver again, whoever opened its circuit; its waiting leads continue within 30 s. Earlier failures no longer count; if most of the next calls fail, the circuit opens again.',
  params: circuitParams,
  data: z.object({ closed: z.literal(true).describe('The circuit is closed.') }),
  examples: { data: { closed: true } },
});
