/**
 * Adding jobs. What concurrent callers add in the same moment travels as one `addBulk`; the same work always has
 * the same job id, so adding it twice, or not knowing whether it was added, is harmless.
 */
import { share, withDeadline } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue, type BulkJobOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Telemetry } from '../tracing.js';
import { createAdmission, type Admission } from './admission.js';

/** Adds work to queues. Payloads are checked against the queue's schema before they leave. */
export interface Producer {
  /** Who may bring how much. A tenant that brings a crowd has its jobs behind everybody else's. */
  readonly admission: Admission;
  /** Adds one job, after `delayMs` if given. Rejects when Redis does not take it within a second. */
  add<Payload>(queue: QueueDefinition<Payload>, payload: Payload, delayMs?: number): Promise<void>;
  /** Adds jobs although failed ones of the same id may be kept; for the sweep. */
  addAgain<Payload>(queue: QueueDefinition<Payload>, payloads: readonly Payload[]): Promise<void>;
  /** How many of these pieces of work have a job in the queue: one that waits, or is in a worker's hands, or failed. */
  inHand<Payload>(queue: QueueDefinition<Payload>, payloads: readonly Payload[]): Promise<number>;
  close(): Promise<void>;
}

interface Job {
  readonly name: string;
  readonly data: unknown;
  readonly opts: BulkJobOptions;
}

// Mongo owns the retry budget; these tries only bridge short trouble, and the sweep comes after them.
const TRIES = 12;
const FAILURES_KEPT = 1_000;
const SLICE = 200;
/** The connection fails each command within a second; this is for what waits without having sent one. */
const ADD_WITHIN_MS = 2_000;
const ADD_AGAIN_WITHIN_MS = 10_000;
const BEHIND_OTHERS = 1;

/** How a producer is made. */
export interface ProducerOptions {
  readonly telemetry?: Telemetry | undefined;
  /** How many submissions of one tenant, and as many effects, are in the queues at once. */
  readonly perTenant?: number;
}

const USUAL_PER_TENANT = 2_000;

export function createProducer(
  connection: Redis,
  { telemetry, perTenant = USUAL_PER_TENANT }: ProducerOptions = {},
): Producer {
  const admission = createAdmission(connection, perTenant);
  const open = new Map<string, { readonly queue: Queue; readonly add: (job: Job) => Promise<void> }>();

  function of(definition: Pick<QueueDefinition, 'name' | 'prefix'>) {
    const known = open.get(definition.name);
    if (known) return known;
    const queue = new Queue(definition.name, {
      connection,
      prefix: definition.prefix,
      skipVersionCheck: true,
      ...(telemetry && { telemetry }),
    });
    // Connection trouble is told once by the connection itself.
    queue.on('error', () => undefined);
    const add = share<Job, void>(
      async (jobs) => {
        refuseUnlessReady(connection);
        await queue.addBulk([...jobs]);
        return jobs.map(() => undefined);
      },
      { maxBatch: 512, maxInFlight: 2, timeoutMs: ADD_WITHIN_MS },
    );
    const opened = { queue, add };
    open.set(definition.name, opened);
    return opened;
  }

  // Workers take what has no priority first, and what has the same in the order in which it came.
  function jobFor<Payload>(definition: QueueDefinition<Payload>, payload: Payload, delayMs = 0): Job {
    const { tenantId, effectId } = payload as { readonly tenantId: string; readonly effectId?: string };
    const behind = admission.isCrowding(effectId === undefined ? 'submissions' : 'effects', tenantId);
    return {
      name: definition.name,
      data: definition.payload.parse(payload),
      opts: {
        jobId: definition.jobId(payload),
        attempts: TRIES,
        backoff: { type: 'custom' },
        ...(delayMs > 0 && { delay: delayMs }),
        ...(behind && { priority: BEHIND_OTHERS }),
        // A kept job holds its id, and the journal remembers what was done: only failures are kept, for people.
        removeOnComplete: true,
        removeOnFail: { count: FAILURES_KEPT },
      },
    };
  }

  return {
    admission,
    async add(definition, payload, delayMs) {
      await of(definition).add(jobFor(definition, payload, delayMs));
    },
    async addAgain(definition, payloads) {
      const { queue } = of(definition);
      refuseUnlessReady(connection);
      const jobs = payloads.map((payload) => jobFor(definition, payload));
      await withDeadline('adding jobs again', ADD_AGAIN_WITHIN_MS, addAgain(queue, connection, jobs));
    },
    async inHand(definition, payloads) {
      const { queue } = of(definition);
      refuseUnlessReady(connection);
      const keys = payloads.map((payload) => queue.toKey(definition.jobId(payload)));
      return keys.length === 0 ? 0 : connection.exists(...keys);
    },
    async close() {
      admission.close();
      await Promise.all([...open.values()].map(({ queue }) => queue.close()));
    },
  };
}

// The queue would wait for a lost connection without end, and its callers with it.
function refuseUnlessReady({ status }: Redis): void {
  if (status !== 'ready') throw new Error('redis is not connected');
}

async function addAgain(queue: Queue, connection: Redis, jobs: readonly Job[]): Promise<void> {
  await removeFailed(queue, connection, jobs);
  for (let start = 0; start < jobs.length; start += SLICE) {
    await queue.addBulk(jobs.slice(start, start + SLICE));
  }
}

// A job that failed for good holds its id until it is removed.
async function removeFailed(queue: Queue, connection: Redis, jobs: readonly Job[]): Promise<void> {
  const ids = jobs.flatMap(({ opts: { jobId } }) => jobId ?? []);
  if (ids.length === 0) return;
  const failedAt = await connection.zmscore(queue.toKey('failed'), ids);
  const failed = ids.filter((_, index) => failedAt[index] !== null);
  await Promise.all(failed.map((id) => queue.remove(id).catch(() => undefined)));
}
