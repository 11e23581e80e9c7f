/**
 * Every queue, declared once: producers, workers, the dashboard, metrics, Kubernetes scalers and tests read this list.
 * Payloads are ids only, because Redis keeps job data in clear text.
 */
import { z } from 'zod';
import { tenantIdSchema } from './ids.js';

/** One queue: what travels on it and how its jobs are named and worked on. */
export interface QueueDefinition<Payload = unknown> {
  readonly name: string;
  /** Redis key prefix; the hash tag keeps a queue's keys on one node of a cluster. */
  readonly prefix: string;
  readonly payload: z.ZodType<Payload>;
  /** The same work always has the same job id, so that adding it twice is harmless. */
  readonly jobId: (payload: Payload) => string;
  /** Jobs that one worker process runs at once. */
  readonly concurrency: number;
}

function defineQueue<Payload>(
  definition: Omit<QueueDefinition<Payload>, 'prefix'>,
): QueueDefinition<Payload> {
  return { ...definition, prefix: `{sluice-${definition.name}}` };
}

// BullMQ refuses ":" in a custom job id, and one that it refuses would take the others of its batch with it.
const partOfJobId = z.string().regex(/^[^:]+$/);

const stagePayloadSchema = z.object({
  tenantId: tenantIdSchema,
  submissionId: partOfJobId,
  generation: z.number().int().nonnegative(),
});

/** Addresses one stage of one submission. */
export type StagePayload = z.infer<typeof stagePayloadSchema>;

const effectPayloadSchema = z.object({
  tenantId: tenantIdSchema,
  effectId: z.string().min(1),
  eventId: partOfJobId,
});

/** Addresses one effect; its event id names the job. */
export type EffectPayload = z.infer<typeof effectPayloadSchema>;

// The parts of a job id are joined by hyphens, since ":" is refused.
const stageQueue = (name: 'qualification' | 'routing' | 'delivery', concurrency: number) =>
  defineQueue<StagePayload>({
    name,
    payload: stagePayloadSchema,
    jobId: ({ tenantId, submissionId, generation }) => `${submissionId}-${name}-${generation}-${tenantId}`,
    concurrency,
  });

const effectQueue = (name: 'webhook' | 'pixel' | 'sms', concurrency: number) =>
  defineQueue<EffectPayload>({
    name,
    payload: effectPayloadSchema,
    jobId: ({ tenantId, eventId }) => `${eventId}-${name}-${tenantId}`,
    concurrency,
  });

export const qualificationQueue = stageQueue('qualification', 64);
export const routingQueue = stageQueue('routing', 64);
export const deliveryQueue = stageQueue('delivery', 128);
export const webhookQueue = effectQueue('webhook', 64);
export const pixelQueue = effectQueue('pixel', 64);
export const smsQueue = effectQueue('sms', 32);

/** The queue of each stage that a worker runs; `action` is decided by the webhook worker. */
export const stageQueues = {
  qualification: qualificationQueue,
  routing: routingQueue,
  delivery: deliveryQueue,
} as const;
export type QueuedStage = keyof typeof stageQueues;

/** The queue of each kind of effect that a worker carries out. */
export const effectQueues = { webhook: webhookQueue, pixel: pixelQueue, sms: smsQueue } as const;
export type QueuedEffectKind = keyof typeof effectQueues;

/** All queues, in the order a lead meets them. */
export const queues = [
  qualificationQueue,
  routingQueue,
  deliveryQueue,
  smsQueue,
  pixelQueue,
  webhookQueue,
] as const;
