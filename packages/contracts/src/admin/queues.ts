/** The queues, and the circuits of the receivers that workers leave alone. */
import { z } from 'zod';
import { queues } from '../queues.js';
import { instantSchema, tenantParams } from './common.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';

const queueName = z.enum(queues.map(({ name }) => name) as [string, ...string[]]);
const count = z.int().min(0);

const queueSchema = z
  .object({
    name: queueName.describe('The queue.'),
    paused: z.boolean().describe('Whether its workers take nothing from it, because a person said so.'),
    workers: count.describe('Connected workers.'),
    waiting: count.describe('Leads or effects that wait for a worker.'),
    active: count.describe('In hand.'),
    delayed: count.describe('Waiting for an instant of their own.'),
    failed: count.describe('Batches that could not even be begun; they are kept for people.'),
    oldestWaitingMs: z.number().min(0).describe('How long the oldest has waited, in milliseconds.'),
  })
  .meta({ id: 'AdminQueue' });

const tag = 'Admin: queues';
const params = z.object({ queue: queueName.describe('The queue.').meta({ example: 'delivery' }) });
const pausedSchema = z.object({ paused: z.boolean().describe('Whether it is paused now.') });
const movedSchema = z.object({ moved: count.describe('How many batches.') });

/** GET /admin/v1/queues */
export const adminListQueues = defineAdminEndpoint({
  ...{ operationId: 'adminListQueues', method: 'GET', path: '/admin/v1/queues', role: 'view', tag },
  summary: 'List queues',
  description: 'Says of every queue how much is where, and whether it is paused.',
  data: z.object({ queues: z.array(queueSchema).describe('In the order in which a lead meets them.') }),
  errors: [],
  examples: {
    data: {
      queues: [
        {
          ...{ name: 'delivery', paused: false, workers: 2, waiting: 12, active: 4 },
          ...{ delayed: 0, failed: 0, oldestWaitingMs: 840 },
        },
      ],
    },
  },
});

/** POST /admin/v1/queues/{queue}/pause */
export const adminPauseQueue = defineAdminEndpoint({
  operationId: 'adminPauseQueue',
  ...{ method: 'POST', path: '/admin/v1/queues/{queue}/pause', role: 'operate', tag },
  summary: 'Pause a queue',
  description:
    'Its workers take nothing more from it and stay healthy; what they have in hand they finish. Leads wait, and none is lost.',
  params,
  data: pausedSchema,
  errors: [],
  examples: { data: { paused: true } },
});

/** POST /admin/v1/queues/{queue}/resume */
export const adminResumeQueue = defineAdminEndpoint({
  operationId: 'adminResumeQueue',
  ...{ method: 'POST', path: '/admin/v1/queues/{queue}/resume', role: 'operate', tag },
  summary: 'Resume a queue',
  description: 'Its workers take from it again.',
  params,
  data: pausedSchema,
  errors: [],
  examples: { data: { paused: false } },
});

/** POST /admin/v1/queues/{queue}/retry */
export const adminRetryQueue = defineAdminEndpoint({
  operationId: 'adminRetryQueue',
  ...{ method: 'POST', path: '/admin/v1/queues/{queue}/retry', role: 'operate', tag },
  summary: 'Retry failed batches',
  description: 'Puts every failed batch of the queue back among those that wait.',
  params,
  data: movedSchema,
  errors: [],
  examples: { data: { moved: 3 } },
});

/** POST /admin/v1/queues/{queue}/promote */
export const adminPromoteQueue = defineAdminEndpoint({
  operationId: 'adminPromoteQueue',
  ...{ method: 'POST', path: '/admin/v1/queues/{queue}/promote', role: 'operate', tag },
  summary: 'Promote delayed batches',
  description:
    'Lets every batch of the queue that waits for an instant be looked at now. What a retry or an opening hour has to wait for still waits.',
  params,
  data: movedSchema,
  errors: [],
  examples: { data: { moved: 3 } },
});

const circuitSchema = z
  .object({
    endpoint: z.string().describe('The receiver.'),
    since: instantSchema.describe('Since when it is left alone.'),
    until: instantSchema.nullable().describe('When it is tried again; null until a person closes it.'),
    byHand: z
      .object({ by: z.string().describe('Who.'), reason: z.string().describe('Why.') })
      .nullable()
      .describe('The person who opened it; null when it opened by itself.'),
  })
  .meta({ id: 'AdminCircuit' });

/** GET /admin/v1/tenants/{tenantId}/circuits */
export const adminListCircuits = defineAdminEndpoint({
  operationId: 'adminListCircuits',
  ...{ method: 'GET', path: '/admin/v1/tenants/{tenantId}/circuits', role: 'view', tag: 'Admin: circuits' },
  summary: 'List open circuits',
  description:
    'Lists the receivers of a tenant that workers leave alone, because most of their calls failed or because a person said so.',
  params: tenantParams,
  data: z.object({ circuits: z.array(circuitSchema).describe('Those that are open.') }),
  errors: [],
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

const circuitParams = tenantParams.extend({
  receiver: z.string().min(1).max(600).describe('The receiver, as buyers list it.'),
});

/** POST /admin/v1/tenants/{tenantId}/circuits/{receiver}/open */
export const adminOpenCircuit = defineAdminEndpoint({
  operationId: 'adminOpenCircuit',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/circuits/{receiver}/open',
  role: 'operate',
  tag: 'Admin: circuits',
  summary: 'Open a circuit',
  description:
    'No worker calls the receiver from 3 s on; calls under way end. Its leads wait and spend no attempt. It stays open until `until`, or without it until a person closes it; nothing else ends it.',
  params: circuitParams,
  body: z.object({
    reason: z.string().trim().min(1).max(200).describe('Why, for others to read.'),
    until: z.iso
      .datetime({ offset: true })
      .optional()
      .describe('When it closes by itself; without it, when a person closes it.'),
  }),
  data: z.object({ circuit: circuitSchema.describe('The circuit now.') }),
  errors: [],
  examples: {
    body: { reason: 'they migrate tonight' },
    data: {
      circuit: {
        ...{ endpoint: 'ep_acme', since: '2026-01-15T17:20:31.042Z', until: null },
        byHand: { by: 'Ada', reason: 'they migrate tonight' },
      },
    },
  },
});

/** POST /admin/v1/tenants/{tenantId}/circuits/{receiver}/close */
export const adminCloseCircuit = defineAdminEndpoint({
  operationId: 'adminCloseCircuit',
  method: 'POST',
  path: '/admin/v1/tenants/{tenantId}/circuits/{receiver}/close',
  role: 'operate',
  tag: 'Admin: circuits',
  summary: 'Close a circuit',
  description:
    'Workers call the receiver again from 3 s on, whether a worker or a person opened its circuit; leads that wait for it go on within 30 s. What failed before is forgotten: it opens by itself again when most of its next calls fail.',
  params: circuitParams,
  data: z.object({ closed: z.literal(true).describe('It is called again.') }),
  errors: [],
  examples: { data: { closed: true } },
});
