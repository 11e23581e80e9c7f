/**
 * Start-time fair queueing on BullMQ's priorities. Tenants take turns batch by batch, however much each enqueues; a new
 * tenant goes next, and a tenant's own batches stay first in, first out. A new batch gets the priority `max(V, T) + 1`,
 * where `T` is the priority of its tenant's newest batch. `V` rises with each started batch: to its priority, or to that
 * of the first one waiting if that is lower. A batch with a delay takes its turn among the delayed ones only: its `T` is
 * the priority of its tenant's newest batch with a delay. A batch released from a waiting list takes its turn there too:
 * all that its tenant has in the queue came after it.
 *
 * Redis also stores which batches of a tenant and lane wait, and since when; the sweep reads that before it requeues.
 * All of this may be lost: an emptied Redis knows of no batch, and the turns start from zero.
 */
import type { QueueDefinition } from '@sluice/contracts';
import type { IRedisTransaction } from 'bullmq';
import type { Result } from 'ioredis';
import type { RedisConnection } from '@sluice/process';
import { ASSIGN, BEGIN, DEFER, FORGET, LOAD, WAITING_SINCE } from './fair-queue-scripts.js';
import { listsKey } from './waiting-lists.js';

/** A batch of one tenant and lane. */
export interface BatchRef {
  /** Ends with a hyphen and the number of its items. */
  readonly jobId: string;
  readonly tenantId: string;
  readonly lane?: string | undefined;
}

/** A batch that is being added. */
export interface NewTurn extends BatchRef {
  /** When it started to wait, milliseconds since the epoch. */
  readonly sinceMs: number;
  /** Until when it waits at least, milliseconds since the epoch; absent without a delay. */
  readonly untilMs?: number | undefined;
  /** Whether it was released from a waiting list. */
  readonly waited?: boolean;
}

/** The load of a queue, counted in leads or effects, not in batches. */
export interface QueueLoad {
  /** Those that wait only for a worker. */
  readonly waiting: number;
  readonly active: number;
  /** Those that wait for an instant, for their receiver, or on a waiting list. */
  readonly delayed: number;
  /** How long the oldest one has waited, in milliseconds; 0 if none waits. */
  readonly oldestMs: number;
}

/** The turns of one queue. Every function rejects when Redis does not answer. */
export interface FairQueue {
  /**
   * Gives `batches` their turns, in this order, and lists them as waiting, right after `pipeline` has added them with
   * the priority `UNASSIGNED`. Its answer is how many of them are not in the queue. Repeatable.
   */
  assign(pipeline: IRedisTransaction, batches: readonly NewTurn[]): void;
  /** Notes that a worker has started the batch, which had this priority: it no longer waits. */
  begin(batch: BatchRef, priority: number): Promise<void>;
  /**
   * Notes that a batch that was returned to the queue unstarted waits until `untilMs`; without it, that the batch now
   * waits only for a worker.
   */
  defer(batch: Pick<BatchRef, 'jobId'>, untilMs?: number): Promise<void>;
  /** Notes that a batch was removed from the queue. */
  forget(batch: BatchRef): Promise<void>;
  /** Whether the batch no longer waits: a worker has started it, or an emptied Redis does not know it. */
  hasBegun(batch: BatchRef): Promise<boolean>;
  /**
   * When the oldest waiting batch of a tenant and lane started to wait, milliseconds since the epoch; undefined if none
   * waits.
   */
  waitingSince(tenantId: string, lane?: string): Promise<number | undefined>;
  /** The batches of a tenant and lane that wait for an instant after this one, milliseconds since the epoch. */
  waitingAfter(tenantId: string, lane: string, ms: number): Promise<readonly string[]>;
  /** How many leads or effects of a tenant and lane wait, for a worker or for their instant. */
  waitingIn(tenantId: string, lane?: string): Promise<number>;
  /** Costs as much with twenty thousand waiting batches as with none. */
  load(): Promise<QueueLoad>;
}

const ASSIGN_COMMAND = 'sluiceAssignTurns';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sluiceBeginBatch(...args: (string | number)[]): Result<null, Context>;
    sluiceDeferBatch(...args: (string | number)[]): Result<null, Context>;
    sluiceForgetBatch(...args: string[]): Result<null, Context>;
    sluiceWaitingSince(...args: string[]): Result<string | null, Context>;
    sluiceQueueLoad(...args: string[]): Result<(string | number)[], Context>;
  }
}

/** The turns of the queue with this name and prefix. All its keys have the prefix's hash tag. */
export function createFairQueue(
  connection: RedisConnection,
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
): FairQueue {
  define(connection);
  const state = (which: string) => `${prefix}:${name}:${which}`;
  const [turns, waits] = [`${prefix}:turns`, `${prefix}:waits`];
  const [later, counts] = [`${prefix}:later`, `${prefix}:counts`];
  const waitsOf = ({ tenantId, lane = '' }: Pick<BatchRef, 'tenantId' | 'lane'>) =>
    `${waits}:${tenantId}:${lane}`;
  const [prioritized, delayed] = [state('prioritized'), state('delayed')];
  const [active, wait] = [state('active'), state('wait')];
  const places = [prioritized, delayed, active, wait];
  return {
    assign(pipeline, batches) {
      const keys = [turns, waits, prioritized, later, counts];
      for (const batch of batches) keys.push(waitsOf(batch), state(batch.jobId));
      const args = batches.flatMap(({ tenantId, jobId, sinceMs, untilMs, waited = false }) => [
        `${untilMs === undefined && !waited ? 'newest' : 'later'}:${tenantId}`,
        ...[jobId, sinceMs, untilMs ?? 0],
      ]);
      pipeline.runCommand(ASSIGN_COMMAND, [keys.length, ...keys, ...args]);
    },
    async begin(batch, priority) {
      const keys = [turns, waits, waitsOf(batch), prioritized, delayed, active, later, counts];
      await connection.sluiceBeginBatch(...keys, batch.jobId, priority);
    },
    async defer({ jobId }, untilMs = 0) {
      await connection.sluiceDeferBatch(waits, later, counts, jobId, untilMs);
    },
    async forget(batch) {
      await connection.sluiceForgetBatch(waits, waitsOf(batch), later, counts, batch.jobId);
    },
    hasBegun: async ({ jobId }) => (await connection.zscore(waits, jobId)) === null,
    async waitingSince(tenantId, lane) {
      const since = await connection.sluiceWaitingSince(waitsOf({ tenantId, lane }), ...places, counts);
      return since === null ? undefined : Number(since);
    },
    async waitingAfter(tenantId, lane, ms) {
      const jobIds = await connection.zrange(waitsOf({ tenantId, lane }), '0', '-1');
      if (jobIds.length === 0) return [];
      const until = await connection.zmscore(later, ...jobIds);
      return jobIds.filter((_jobId, index) => Number(until[index] ?? 0) > ms);
    },
    async waitingIn(tenantId, lane) {
      return Number((await connection.hget(counts, waitsOf({ tenantId, lane }))) ?? 0);
    },
    async load() {
      const lists = listsKey({ prefix });
      const keys = [wait, state('paused'), prioritized, active, delayed, waits, later, counts, lists];
      const answer = await connection.sluiceQueueLoad(...keys);
      const [waiting = 0, inProgress = 0, forLater = 0, oldestMs = 0] = answer.map(Number);
      return { waiting, active: inProgress, delayed: forLater, oldestMs };
    },
  };
}

function define(connection: RedisConnection): void {
  if (typeof Reflect.get(connection, ASSIGN_COMMAND) === 'function') return;
  connection.defineCommand(ASSIGN_COMMAND, { lua: ASSIGN });
  connection.defineCommand('sluiceBeginBatch', { numberOfKeys: 8, lua: BEGIN });
  connection.defineCommand('sluiceDeferBatch', { numberOfKeys: 3, lua: DEFER });
  connection.defineCommand('sluiceForgetBatch', { numberOfKeys: 4, lua: FORGET });
  connection.defineCommand('sluiceWaitingSince', { numberOfKeys: 6, lua: WAITING_SINCE });
  connection.defineCommand('sluiceQueueLoad', { numberOfKeys: 9, lua: LOAD });
}
