/**
 * Every queue, declared once: producers, workers, the dashboard, metrics, Kubernetes scalers and tests read this list.
 * A job is a batch: up to 64 leads or effects of one tenant that were enqueued in the same moment. Payloads contain
 * only ids, because Redis stores job data in clear text.
 */
import { z } from 'zod';
import { placeIdSchema, tenantIdSchema } from './ids.js';

/** The maximum number of leads or effects in one job. */
export const MAX_BATCH = 64;

/** A user-chosen id may have 500 characters, and is part of names built here. */
const nameSchema = z.string().min(1).max(600);

/** The data of a job: each of `items` identifies one piece of work, see {@link QueueDefinition.item}. */
const batchSchema = z.object({
  tenantId: placeIdSchema,
  /** The receiver of all items: an endpoint, a webhook, a platform. Absent if the stage calls no receiver. */
  lane: nameSchema.optional(),
  items: z.array(nameSchema).min(1).max(MAX_BATCH),
  /** When the first of the items was decided, milliseconds since the epoch. */
  since: z.number().int().nonnegative(),
  /** When the last of the items was decided. */
  latest: z.number().int().nonnegative(),
  /** Absent if none of the items was started before. */
  retry: z
    .object({
      /** How many times in a row the items failed. */
      failures: z.number().int().nonnegative(),
      /** How the previous run ended: the stage threw, or its worker died while processing the items. */
      trouble: z.enum(['threw', 'died']).optional(),
    })
    .optional(),
  /** Set if the items were released from a waiting list: which one, and since when the first of them waited there. */
  waited: z.object({ list: nameSchema, since: z.number().int().nonnegative() }).optional(),
});

/** A job's data. */
export type Batch = z.infer<typeof batchSchema>;

/** Parses a job's data; throws a ZodError for anything else. */
export function parseBatch(data: unknown): Batch {
  return batchSchema.parse(data);
}

/** One queue: its payload, and how many batches a worker takes from it. */
export interface QueueDefinition<Payload = unknown> {
  readonly name: string;
  /** The service whose workers take from it. */
  readonly service: string;
  /** Redis key prefix; the hash tag keeps a queue's keys on one node of a cluster. */
  readonly prefix: string;
  /** The item of a batch for a piece of work. Throws for an invalid payload of this queue. */
  readonly item: (payload: Payload) => string;
  /** The piece of work for an item of a tenant's batch. Throws for an invalid item of this queue. */
  readonly payload: (tenantId: string, item: string) => Payload;
  /**
   * The maximum number of batches that one worker process takes at once; `packages/queue` decides how many of them run, and
   * which run together.
   */
  readonly concurrency: number;
  /** Whether its worker calls receivers outside; while calls are on hold, such a worker puts its work on hold. */
  readonly callsReceivers: boolean;
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
    // Checked here, so that an item that no batch can hold spoils no batch.
    item: (payload) => nameSchema.parse(definition.item(schema.parse(payload))),
    payload: (tenantId, item) => schema.parse(definition.payload(tenantId, item)),
  };
}

const stagePayloadSchema = z.object({
  tenantId: tenantIdSchema,
  submissionId: z.string().min(1),
  generation: z.number().int().nonnegative(),
});

/** Identifies one stage of one submission. */
export type StagePayload = z.infer<typeof stagePayloadSchema>;

// Mails about accounts of the installation belong to no tenant.
const effectPayloadSchema = z.object({ tenantId: placeIdSchema, effectId: z.string().min(1) });

/** Identifies one effect. */
export type EffectPayload = z.infer<typeof effectPayloadSchema>;

const stageQueue = (
  name: 'qualification' | 'routing' | 'delivery',
  { concurrency, callsReceivers }: Pick<QueueDefinition, 'concurrency' | 'callsReceivers'>,
) =>
  defineQueue<StagePayload>({
    name,
    service: name,
    schema: stagePayloadSchema,
    item: ({ submissionId, generation }) => `${submissionId}.${generation}`,
    payload: (tenantId, item) => {
      const dot = item.lastIndexOf('.');
      return { tenantId, submissionId: item.slice(0, dot), generation: Number(item.slice(dot + 1)) };
    },
    concurrency,
    callsReceivers,
  });

const effectQueue = (name: string, concurrency: number, service = name) =>
  defineQueue<EffectPayload>({
    name,
    service,
    schema: effectPayloadSchema,
    item: ({ effectId }) => effectId,
    payload: (tenantId, effectId) => ({ tenantId, effectId }),
    concurrency,
    callsReceivers: true,
  });

export const qualificationQueue = stageQueue('qualification', { concurrency: 16, callsReceivers: false });
export const routingQueue = stageQueue('routing', { concurrency: 16, callsReceivers: false });
// A worker that calls receivers has room for batches of several receivers at once.
export const deliveryQueue = stageQueue('delivery', { concurrency: 64, callsReceivers: true });
export const webhookQueue = effectQueue('webhook', 64);
export const checksQueue = effectQueue('checks', 64, webhookQueue.name);
export const pixelQueue = effectQueue('pixel', 32);
export const smsQueue = effectQueue('sms', 32);
export const emailQueue = effectQueue('email', 32);

/** The queue of each stage that has a worker; `action` is decided by the webhook worker. */
export const stageQueues = {
  qualification: qualificationQueue,
  routing: routingQueue,
  delivery: deliveryQueue,
} as const;
export type QueuedStage = keyof typeof stageQueues;

/** The queues of effects, by name; `effects/kinds.ts` says which kind goes where. */
export const effectQueues = {
  webhook: webhookQueue,
  checks: checksQueue,
  pixel: pixelQueue,
  sms: smsQueue,
  email: emailQueue,
} as const;
export type EffectQueueName = keyof typeof effectQueues;

/** All queues, in the order in which a lead passes them. */
export const queues = [
  qualificationQueue,
  routingQueue,
  deliveryQueue,
  smsQueue,
  pixelQueue,
  webhookQueue,
  checksQueue,
  emailQueue,
] as const;

/** The service whose workers take from the queue of that name. */
export function serviceOfQueue(name: string): string {
  return queues.find((queue) => queue.name === name)?.service ?? name;
}
