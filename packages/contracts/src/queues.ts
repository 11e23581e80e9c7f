/**
 * Every queue, declared once: producers, workers, the dashboard, metrics, Kubernetes scalers and tests read this list.
 * A job is a batch: up to 64 leads or effects of one tenant that were enqueued in the same moment. Payloads are ids only,
 * because Redis keeps job data in clear text.
 */
import { z } from 'zod';
import { tenantIdSchema } from './ids.js';

/** How many leads or effects one job carries at most. */
export const MAX_BATCH = 64;

/** An id of people's choice may be 500 characters long, and stands in a name of ours. */
const nameSchema = z.string().min(1).max(600);

/** What a job holds: `items` each name one piece of work, see {@link QueueDefinition.item}. */
const batchSchema = z.object({
  tenantId: tenantIdSchema,
  /** The receiver that all items go to: an endpoint, a webhook, a platform. Absent where a stage calls no receiver. */
  lane: nameSchema.optional(),
  items: z.array(nameSchema).min(1).max(MAX_BATCH),
  /** When the first of the items was decided upon, milliseconds since the epoch. */
  since: z.number().int().nonnegative(),
  /** When the last of them was. */
  latest: z.number().int().nonnegative(),
  /** Absent while none of the items was begun before. */
  retry: z
    .object({
      /** How often in a row the items failed. */
      failures: z.number().int().nonnegative(),
      /** What ended the run before: the stage threw, or its worker died with the items in hand. */
      trouble: z.enum(['threw', 'died']).optional(),
    })
    .optional(),
});

/** A job's data. */
export type Batch = z.infer<typeof batchSchema>;

/** Reads a job's data; throws a ZodError for anything else. */
export function parseBatch(data: unknown): Batch {
  return batchSchema.parse(data);
}

/** One queue: what travels on it and how many batches of it are in hand. */
export interface QueueDefinition<Payload = unknown> {
  readonly name: string;
  /** Redis key prefix; the hash tag keeps a queue's keys on one node of a cluster. */
  readonly prefix: string;
  /** The piece of work as an item of a batch. Throws for what is no payload of this queue. */
  readonly item: (payload: Payload) => string;
  /** The piece of work that an item of a tenant's batch names. Throws for what is no item of this queue. */
  readonly payload: (tenantId: string, item: string) => Payload;
  /** Batches that one worker process has in hand at once at most; how many of them run, and together, `runtime` decides. */
  readonly concurrency: number;
}

function defineQueue<Payload extends { readonly tenantId: string }>({
  schema,
  ...definition
}: Omit<QueueDefinition<Payload>, 'prefix'> & {
  readonly schema: z.ZodType<Payload>;
}): QueueDefinition<Payload> {
  return {
    ...definition,
    prefix: `{sluice-${definition.name}}`,
    // Checked here, so that what no batch can hold spoils no batch.
    item: (payload) => nameSchema.parse(definition.item(schema.parse(payload))),
    payload: (tenantId, item) => schema.parse(definition.payload(tenantId, item)),
  };
}

const stagePayloadSchema = z.object({
  tenantId: tenantIdSchema,
  submissionId: z.string().min(1),
  generation: z.number().int().nonnegative(),
});

/** Addresses one stage of one submission. */
export type StagePayload = z.infer<typeof stagePayloadSchema>;

const effectPayloadSchema = z.object({ tenantId: tenantIdSchema, effectId: z.string().min(1) });

/** Addresses one effect. */
export type EffectPayload = z.infer<typeof effectPayloadSchema>;

const stageQueue = (name: 'qualification' | 'routing' | 'delivery', concurrency: number) =>
  defineQueue<StagePayload>({
    name,
    schema: stagePayloadSchema,
    item: ({ submissionId, generation }) => `${submissionId}.${generation}`,
    payload: (tenantId, item) => {
      const dot = item.lastIndexOf('.');
      return { tenantId, submissionId: item.slice(0, dot), generation: Number(item.slice(dot + 1)) };
    },
    concurrency,
  });

const effectQueue = (name: 'webhook' | 'pixel' | 'sms', concurrency: number) =>
  defineQueue<EffectPayload>({
    name,
    schema: effectPayloadSchema,
    item: ({ effectId }) => effectId,
    payload: (tenantId, effectId) => ({ tenantId, effectId }),
    concurrency,
  });

export const qualificationQueue = stageQueue('qualification', 16);
export const routingQueue = stageQueue('routing', 16);
// A worker that calls receivers has room for the batches of several of them at once.
export const deliveryQueue = stageQueue('delivery', 64);
export const webhookQueue = effectQueue('webhook', 64);
export const pixelQueue = effectQueue('pixel', 32);
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
