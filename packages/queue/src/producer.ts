/**
 * Adds work to queues. Work that is added in the same moment to the same queue, tenant, lane and instant forms one
 * batch. A batch that is lost, or that may or may not have been added, is harmless: the journal decides each lead once,
 * and the sweep requeues work that no worker takes.
 */
import { groupBy, batchCalls, withDeadline } from '@sluice/concurrency';
import { MAX_BATCH, type Batch, type QueueDefinition } from '@sluice/contracts';
import { Job, Queue, type IRedisTransaction, type JobsOptions } from 'bullmq';
import { newUlid } from '@sluice/process';
import type { RedisConnection } from '@sluice/process';
import { withdraw, type Withdrawn } from './withdraw.js';
import { createFairQueue, type BatchRef, type FairQueue, type QueueLoad } from './fair-queue.js';
import { UNASSIGNED } from './fair-queue-scripts.js';
import { createWaitingLists, type WaitingLists } from './waiting-lists.js';

/** One piece of work to enqueue. */
export interface Work<Payload> {
  readonly payload: Payload;
  /** When it was decided, by the database's clock, because the sweep compares it with times stored there. */
  readonly since: Date;
  /** The latest time at which it can have been decided, if the exact time is unknown; defaults to `since`. */
  readonly latest?: Date | undefined;
  /** The receiver it goes to, if its stage calls one. */
  readonly lane?: string | undefined;
  /** The earliest time at which it may run. */
  readonly notBefore?: Date | undefined;
  /** How earlier runs of it ended; absent if it never ran. Work whose worker died forms a batch of its own. */
  readonly retry?: Batch['retry'];
  /** Set if it was released from a waiting list. Such work goes next, as work does whose delay is over. */
  readonly waited?: Batch['waited'];
  /** The name of that batch. Requeued before it is done, or shortly after, it remains one batch. */
  readonly name?: string;
}

/** Adds work to queues and queries them, for this process. */
export interface Producer {
  /** Adds one piece of work. Rejects when Redis does not accept it within a second. */
  add<Payload>(queue: QueueDefinition<Payload>, work: Work<Payload>): Promise<void>;
  /** Notes that a worker has started a batch, which had this priority. */
  begin(queue: QueueName, batch: BatchRef, priority: number): Promise<void>;
  /**
   * Notes that a batch that was returned to the queue unstarted waits until `untilMs`; without it, that the batch now
   * waits only for a worker.
   */
  defer(queue: QueueName, batch: Pick<BatchRef, 'jobId'>, untilMs?: number): Promise<void>;
  /** Whether a batch no longer waits: a worker has started it, or an emptied Redis does not know it. */
  hasBegun(queue: QueueName, batch: BatchRef): Promise<boolean>;
  /** When the oldest waiting batch of a tenant and lane started to wait, milliseconds since the epoch. */
  waitingSince(queue: QueueName, tenantId: string, lane?: string): Promise<number | undefined>;
  /** Removes delayed batches of work that the caller enqueues right afterwards to run sooner. */
  withdraw(queue: QueueName, work: Withdrawn): Promise<void>;
  /** The load of a queue, in leads or effects. */
  load(queue: QueueName): Promise<QueueLoad>;
  /** The waiting lists of a queue. */
  lists(queue: QueueName): WaitingLists;
  close(): Promise<void>;
}

type QueueName = Pick<QueueDefinition, 'name' | 'prefix'>;

/** A piece of work with its payload as an item of a batch. */
interface Item extends Omit<Work<unknown>, 'payload'> {
  readonly tenantId: string;
  readonly item: string;
}

interface Open {
  readonly queue: Queue;
  readonly turns: FairQueue;
  readonly lists: WaitingLists;
  readonly add: (item: Item) => Promise<void>;
}

// The retry budget is kept in MongoDB. These attempts only bridge short trouble with a whole batch; after them the
// sweep takes over.
const TRIES = 12;
const FAILURES_KEPT = 1_000;
/** Another worker takes over the batch of a dead worker after 13 s, and several workers may die in turn. */
const NAMED_KEPT_SECONDS = 120;
/** The connection fails each command within a second. This bounds work that waits before any command is sent. */
const WITHIN_MS = 2_000;
/** Work due at instants this close together forms one batch. */
const SAME_INSTANT_MS = 100;

/** Creates a producer that uses `connection`. */
export function createProducer(connection: RedisConnection): Producer {
  const open = new Map<string, Open>();

  function of({ name, prefix }: QueueName): Open {
    const known = open.get(name);
    if (known) return known;
    const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
    // The connection itself reports its trouble once.
    queue.on('error', () => undefined);
    const turns = createFairQueue(connection, { name, prefix });
    const add = batchCalls<Item, void>(
      async (items) => {
        refuseUnlessReady(connection);
        await addBatches(queue, turns, batchesOf(items));
        return items.map(() => undefined);
      },
      { maxBatch: 1_024, maxInFlight: 2, timeoutMs: WITHIN_MS },
    );
    const opened = { queue, turns, add, lists: createWaitingLists(connection, { prefix }) };
    open.set(name, opened);
    return opened;
  }

  async function asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
    refuseUnlessReady(connection);
    return withDeadline(what, WITHIN_MS, ask());
  }

  return {
    async add(definition, { payload, ...work }) {
      const { tenantId } = payload as { readonly tenantId: string };
      await of(definition).add({ ...work, tenantId, item: definition.item(payload) });
    },
    begin: (queue, batch, priority) =>
      asked('beginning with a batch', () => of(queue).turns.begin(batch, priority)),
    defer: (queue, batch, untilMs) => asked('deferring a batch', () => of(queue).turns.defer(batch, untilMs)),
    hasBegun: (queue, batch) => asked('asking about a batch', () => of(queue).turns.hasBegun(batch)),
    waitingSince: (queue, tenantId, lane) =>
      asked('asking what waits', () => of(queue).turns.waitingSince(tenantId, lane)),
    withdraw: (queue, work) =>
      asked('withdrawing delayed work', () => withdraw(of(queue).queue, of(queue).turns, work)),
    load: (queue) => asked('asking what is in a queue', () => of(queue).turns.load()),
    lists: (queue) => of(queue).lists,
    async close() {
      await Promise.all([...open.values()].map(({ queue }) => queue.close()));
    },
  };
}

interface NewBatch {
  readonly jobId: string;
  /** Kept for a while after completion, so that a repeated add finds it. */
  readonly isNamed: boolean;
  readonly data: Batch;
  readonly delayMs: number;
}

function batchesOf(items: readonly Item[]): readonly NewBatch[] {
  const nowMs = Date.now();
  const ways = groupBy(items, wayOf);
  return [...ways.values()].flatMap((all) => {
    const together = onceEach(all);
    const batches: NewBatch[] = [];
    for (let start = 0; start < together.length; start += MAX_BATCH) {
      batches.push(batchOf(together.slice(start, start + MAX_BATCH), nowMs));
    }
    return batches;
  });
}

// Two batches may contain the same lead and enqueue it again in the same moment. Workers drop the older of two copies,
// but copies in one batch have the same age, so none of them would be dropped.
function onceEach(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((one) => [one.item, one])).values()];
}

function wayOf({ tenantId, lane, notBefore, retry, waited, name, item }: Item): string {
  const instant = notBefore && Math.ceil(notBefore.getTime() / SAME_INSTANT_MS);
  const alone = name !== undefined || retry?.trouble === 'died';
  return JSON.stringify([tenantId, lane, instant, retry, waited, alone && item]);
}

function batchOf(items: readonly Item[], nowMs: number): NewBatch {
  const [{ tenantId, lane, notBefore, retry, waited, name }] = items as [Item];
  const since = Math.min(...items.map((one) => one.since.getTime()));
  const latest = Math.max(...items.map((one) => (one.latest ?? one.since).getTime()));
  return {
    jobId: `${name ?? newUlid()}-${items.length}`,
    isNamed: name !== undefined,
    data: {
      tenantId,
      lane,
      items: items.map(({ item }) => item),
      since,
      latest,
      retry,
      waited,
    },
    delayMs: notBefore
      ? Math.max(0, Math.ceil(notBefore.getTime() / SAME_INSTANT_MS) * SAME_INSTANT_MS - nowMs)
      : 0,
  };
}

async function addBatches(queue: Queue, turns: FairQueue, batches: readonly NewBatch[]): Promise<void> {
  const client = await queue.backend.client;
  // Not a transaction: ioredis would not notice in its answer that a script or a master is gone.
  const pipeline = client.pipeline();
  for (const { jobId, isNamed, data, delayMs } of batches) {
    const options: JobsOptions = {
      jobId,
      attempts: TRIES,
      backoff: { type: 'custom' },
      priority: UNASSIGNED,
      ...(delayMs > 0 && { delay: delayMs }),
      removeOnComplete: isNamed ? { age: NAMED_KEPT_SECONDS } : true,
      // Batches that cannot even be started are kept for operators.
      removeOnFail: { count: FAILURES_KEPT },
    };
    await new Job(queue, queue.name, data, options, jobId).addJob(pipeline);
  }
  const nowMs = Date.now();
  const added = batches.map(({ jobId, delayMs, data: { tenantId, lane, since, waited } }) => ({
    jobId,
    tenantId,
    lane,
    sinceMs: since,
    untilMs: delayMs > 0 ? nowMs + delayMs : undefined,
    waited: waited !== undefined,
  }));
  turns.assign(pipeline, added);
  const unknown = await lastAnswer(pipeline);
  if (unknown === 0) return;
  // Redis had forgotten the script that adds them, so they were added after their turns were assigned.
  const again = client.pipeline();
  turns.assign(again, added);
  await lastAnswer(again);
}

async function lastAnswer(pipeline: IRedisTransaction): Promise<unknown> {
  const answers = (await pipeline.exec()) ?? [];
  for (const [error] of answers) if (error) throw error;
  return answers.at(-1)?.[1];
}

// Without this check the queue, and its callers, would wait for a lost connection without limit.
function refuseUnlessReady({ status }: RedisConnection): void {
  if (status !== 'ready') throw new Error('redis is not connected');
}
