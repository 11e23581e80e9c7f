/**
 * Start-time fair queueing on BullMQ's priorities. Tenants take turns batch by batch, however much each enqueues; a new
 * tenant goes next, and a tenant's own batches stay first in, first out. A new batch gets the priority `max(V, T) + 1`,
 * where `T` is the priority of its tenant's newest batch. `V` rises with each started batch: to its priority, or to that
 * of the first one waiting if that is lower. A batch with a delay takes its turn among the delayed ones only: its `T` is
 * the priority of its tenant's newest batch with a delay.
 *
 * Redis also stores which batches of a tenant and lane wait, and since when; the sweep reads that before it requeues.
 * All of this may be lost: an emptied Redis knows of no batch, and the turns start from zero.
 */
import type { QueueDefinition } from '@sluice/contracts';
import { PRIORITY_LIMIT, type IRedisTransaction } from 'bullmq';
import type { Result } from 'ioredis';
import type { RedisConnection } from '../redis.js';

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
  readonly isDelayed: boolean;
}

/** The load of a queue, counted in leads or effects, not in batches. */
export interface QueueLoad {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  /** How many of the delayed ones are past their instant and wait only for a worker. */
  readonly due: number;
  /** How long the oldest one has waited, in milliseconds; 0 if none waits. */
  readonly oldestMs: number;
}

/** The turns of one queue. Every function rejects when Redis does not answer. */
export interface FairQueue {
  /**
   * Gives `batches` their turns, in this order, and lists them as waiting, right after `pipeline` has added them with
   * {@link UNASSIGNED}. Its answer is how many of them are not in the queue. Repeatable.
   */
  assign(pipeline: IRedisTransaction, batches: readonly NewTurn[]): void;
  /** Notes that a worker has started the batch, which had this priority: it no longer waits. */
  begin(batch: BatchRef, priority: number): Promise<void>;
  /** Whether the batch no longer waits: a worker has started it, or an emptied Redis does not know it. */
  hasBegun(batch: BatchRef): Promise<boolean>;
  /**
   * When the oldest waiting batch of a tenant and lane started to wait, milliseconds since the epoch; undefined if none
   * waits.
   */
  waitingSince(tenantId: string, lane?: string): Promise<number | undefined>;
  /**
   * How many leads or effects of a tenant and lane wait, for a worker or for their instant; counts at most 5,000
   * batches.
   */
  waitingIn(tenantId: string, lane?: string): Promise<number>;
  load(): Promise<QueueLoad>;
}

/** BullMQ's score of a prioritized job is its priority, multiplied by this, plus a counter. */
const PRIORITY_SCALE = 0x100000000;
/** BullMQ's score of a delayed job is its instant in milliseconds since the epoch, multiplied by this. */
const DELAY_SCALE = 0x1000;
/** For a longer list, the load is extrapolated from the sizes of its first batches. */
const COUNTED_BATCHES = 20_000;
const COUNTED_IN_LANE = 5_000;
const ASSIGN_COMMAND = 'sluiceAssignTurns';
/** The priority of a batch without a turn: the last one whose jobs BullMQ's score still keeps in order. */
export const UNASSIGNED = PRIORITY_LIMIT - 1;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    sluiceBeginBatch(...args: (string | number)[]): Result<null, Context>;
    sluiceWaitingSince(...args: string[]): Result<string | null, Context>;
    sluiceQueueLoad(keys: number, ...args: (string | number)[]): Result<(string | number)[], Context>;
  }
}

// BullMQ reads a job's priority from its hash; the score also contains its place among jobs of that priority. A named
// batch that was added before has its turn already.
const ASSIGN = `
local turns, waits, prioritized = KEYS[1], KEYS[2], KEYS[3]
local taken = tonumber(redis.call('HGET', turns, 'taken') or 0)
local unknown = 0
for i = 1, #ARGV, 3 do
  local newest, jobId, since = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local waitsOf, job = KEYS[3 + (i + 2) / 3 * 2 - 1], KEYS[3 + (i + 2) / 3 * 2]
  local given = redis.call('HGET', job, 'priority')
  if not given then unknown = unknown + 1 end
  if given == '${UNASSIGNED}' then
    local before = tonumber(redis.call('HGET', turns, newest) or 0)
    local priority = math.min(math.max(taken, before) + 1, ${UNASSIGNED})
    redis.call('HSET', turns, newest, priority)
    redis.call('HSET', job, 'priority', priority)
    local place = redis.call('ZSCORE', prioritized, jobId)
    if place then
      local score = priority * ${PRIORITY_SCALE} + place % ${PRIORITY_SCALE}
      redis.call('ZADD', prioritized, string.format('%.0f', score), jobId)
    end
    redis.call('ZADD', waits, since, jobId)
    redis.call('ZADD', waitsOf, since, jobId)
  end
end
return unknown`;

// A batch may start long after it was taken from the queue, when batches of lower priority wait again. V then becomes
// only the priority of the first of those (it never falls), so that a new tenant does not wait behind all of them. When
// nothing waits, only V is kept, because delayed and active batches have their priorities already. V starts from 0
// again when this is the only batch left, or when V has passed half of the greatest priority; delayed batches of before
// then wait behind new ones until the queue is empty.
const BEGIN = `
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
local taken = tonumber(redis.call('HGET', KEYS[1], 'taken') or 0)
local first = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')
if #first > 0 then
  local lowest = math.floor(tonumber(first[2]) / ${PRIORITY_SCALE})
  redis.call('HSET', KEYS[1], 'taken', math.max(taken, math.min(tonumber(ARGV[2]), lowest)))
else
  taken = math.max(taken, tonumber(ARGV[2]))
  local isLast = redis.call('ZCARD', KEYS[5]) == 0 and redis.call('LLEN', KEYS[6]) <= 1
  redis.call('DEL', KEYS[1])
  if not isLast and taken <= ${UNASSIGNED / 2} then redis.call('HSET', KEYS[1], 'taken', taken) end
end`;

// A batch waits in the queue, or in a worker that has not started it; that of a worker that died waits in the list of
// jobs without a priority. A batch that is nowhere in the queue any more is removed.
const OLDEST = `
local function oldest(waits, prioritized, delayed, active, wait)
  while true do
    local head = redis.call('ZRANGE', waits, 0, 0, 'WITHSCORES')
    if #head == 0 then return false end
    if redis.call('ZSCORE', prioritized, head[1]) or redis.call('ZSCORE', delayed, head[1])
      or redis.call('LPOS', active, head[1]) or redis.call('LPOS', wait, head[1]) then return head[2] end
    redis.call('ZREM', waits, head[1])
  end
end`;

const WAITING_SINCE = `${OLDEST}
return oldest(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])`;

const LOAD = `${OLDEST}
local function items(ids, all)
  local counted = 0
  for _, id in ipairs(ids) do counted = counted + tonumber(string.match(id, '%-(%d+)$') or 1) end
  return #ids == 0 and 0 or math.floor(counted * all / #ids)
end
local function ofList(key) return items(redis.call('LRANGE', key, 0, ARGV[1]), redis.call('LLEN', key)) end
local function ofSet(key) return items(redis.call('ZRANGE', key, 0, ARGV[1]), redis.call('ZCARD', key)) end
local since = oldest(KEYS[6], KEYS[3], KEYS[5], KEYS[4], KEYS[1])
local time = redis.call('TIME')
local waitedMs = since and time[1] * 1000 + math.floor(time[2] / 1000) - since or 0
local waiting = ofList(KEYS[1]) + ofList(KEYS[2]) + ofSet(KEYS[3])
local latest = string.format('%.0f', (time[1] * 1000 + math.floor(time[2] / 1000) + 1) * ${DELAY_SCALE} - 1)
local due = items(redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', latest, 'LIMIT', 0, ARGV[1] + 1),
  redis.call('ZCOUNT', KEYS[5], '-inf', latest))
return { waiting, ofList(KEYS[4]), ofSet(KEYS[5]), tostring(math.max(0, waitedMs)), due }`;

/** The turns of the queue with this name and prefix. All its keys have the prefix's hash tag. */
export function createFairQueue(
  connection: RedisConnection,
  { name, prefix }: Pick<QueueDefinition, 'name' | 'prefix'>,
): FairQueue {
  define(connection);
  const state = (which: string) => `${prefix}:${name}:${which}`;
  const [turns, waits] = [`${prefix}:turns`, `${prefix}:waits`];
  const waitsOf = ({ tenantId, lane = '' }: Pick<BatchRef, 'tenantId' | 'lane'>) =>
    `${waits}:${tenantId}:${lane}`;
  const [prioritized, delayed] = [state('prioritized'), state('delayed')];
  const [active, wait] = [state('active'), state('wait')];
  const places = [prioritized, delayed, active, wait];
  return {
    assign(pipeline, batches) {
      const keys = [turns, waits, prioritized];
      for (const batch of batches) keys.push(waitsOf(batch), state(batch.jobId));
      const args = batches.flatMap(({ tenantId, jobId, sinceMs, isDelayed }) => [
        `${isDelayed ? 'later' : 'newest'}:${tenantId}`,
        ...[jobId, sinceMs],
      ]);
      pipeline.runCommand(ASSIGN_COMMAND, [keys.length, ...keys, ...args]);
    },
    async begin(batch, priority) {
      const keys = [turns, waits, waitsOf(batch), prioritized, delayed, active];
      await connection.sluiceBeginBatch(...keys, batch.jobId, priority);
    },
    hasBegun: async ({ jobId }) => (await connection.zscore(waits, jobId)) === null,
    async waitingSince(tenantId, lane) {
      const since = await connection.sluiceWaitingSince(waitsOf({ tenantId, lane }), ...places);
      return since === null ? undefined : Number(since);
    },
    async waitingIn(tenantId, lane) {
      const batches = await connection.zrange(waitsOf({ tenantId, lane }), 0, String(COUNTED_IN_LANE - 1));
      return batches.reduce((sum, jobId) => sum + Number(/-(\d+)$/.exec(jobId)?.[1] ?? 1), 0);
    },
    async load() {
      const keys = [wait, state('paused'), prioritized, active, delayed, waits];
      const answer = await connection.sluiceQueueLoad(keys.length, ...keys, COUNTED_BATCHES - 1);
      const [waiting = 0, inProgress = 0, later = 0, oldestMs = 0, due = 0] = answer.map(Number);
      return { waiting, active: inProgress, delayed: later, due, oldestMs };
    },
  };
}

function define(connection: RedisConnection): void {
  if (typeof Reflect.get(connection, ASSIGN_COMMAND) === 'function') return;
  connection.defineCommand(ASSIGN_COMMAND, { lua: ASSIGN });
  connection.defineCommand('sluiceBeginBatch', { numberOfKeys: 6, lua: BEGIN });
  connection.defineCommand('sluiceWaitingSince', { numberOfKeys: 5, lua: WAITING_SINCE });
  connection.defineCommand('sluiceQueueLoad', { lua: LOAD });
}
