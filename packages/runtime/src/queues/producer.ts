/**
 * Adding jobs. What concurrent callers add in the same moment travels as one `addBulk`; the same work always has
 * the same job id, so adding it twice, or not knowing whether it was added, is harmless.
 */
import { share } from '@sluice/batching';
import type { QueueDefinition } from '@sluice/contracts';
import { Queue, type BulkJobOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Telemetry } from '../tracing.js';

/** Adds work to queues. Payloads are checked against the queue's schema before they leave. */
export interface Producer {
  /** Adds one job, after `delayMs` if given. Rejects when Redis does not take it within a second. */
  add<Payload>(queue: QueueDefinition<Payload>, payload: Payload, delayMs?: number): Promise<void>;
  /** Adds jobs although failed ones of the same id may be kept; for the sweep. */
  addAgain<Payload>(queue: QueueDefinition<Payload>, payloads: readonly Payload[]): Promise<void>;
  /** How many jobs wait in the queue, in all states before running. */
  backlog(queue: QueueDefinition<never>): Promise<number>;
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

export function createProducer(connection: Redis, telemetry?: Telemetry): Producer {
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
        // The queue would wait for a lost connection without end, and its callers with it.
        if (connection.status !== 'ready') throw new Error('redis is not connected');
        await queue.addBulk([...jobs]);
        return jobs.map(() => undefined);
      },
      { maxBatch: 512, maxInFlight: 2 },
    );
    const opened = { queue, add };
    open.set(definition.name, opened);
    return opened;
  }

  return {
    async add(definition, payload, delayMs) {
      await of(definition).add(jobFor(definition, payload, delayMs));
    },
    async addAgain(definition, payloads) {
      const { queue } = of(definition);
      await removeFailed(queue, new Set(payloads.map((payload) => definition.jobId(payload))));
      for (let start = 0; start < payloads.length; start += SLICE) {
        await queue.addBulk(
          payloads.slice(start, start + SLICE).map((payload) => jobFor(definition, payload)),
        );
      }
    },
    async backlog(definition) {
      const counts = await of(definition).queue.getJobCounts('wait', 'delayed', 'prioritized');
      return Object.values(counts).reduce((sum, count) => sum + count, 0);
    },
    async close() {
      await Promise.all([...open.values()].map(({ queue }) => queue.close()));
    },
  };
}

function jobFor<Payload>(definition: QueueDefinition<Payload>, payload: Payload, delayMs = 0): Job {
  return {
    name: definition.name,
    data: definition.payload.parse(payload),
    opts: {
      jobId: definition.jobId(payload),
      attempts: TRIES,
      backoff: { type: 'custom' },
      ...(delayMs > 0 && { delay: delayMs }),
      // A kept job holds its id, and the journal remembers what was done: only failures are kept, for people.
      removeOnComplete: true,
      removeOnFail: { count: FAILURES_KEPT },
    },
  };
}

// A job that failed for good holds its id until it is removed.
async function removeFailed(queue: Queue, jobIds: ReadonlySet<string>): Promise<void> {
  const failed = await queue.getFailed(0, FAILURES_KEPT);
  const again = failed.filter(({ id }) => id !== undefined && jobIds.has(id));
  await Promise.all(again.map((job) => job.remove().catch(() => undefined)));
}
