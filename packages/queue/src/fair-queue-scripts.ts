/**
 * The scripts of `fair-queue.ts`. Each is atomic, and all keys of a queue are on one node of a Cluster.
 *
 * Beside each set of batches, the hash `counts` has the number of leads in it, under the set's key. A script that
 * changes a set changes its number with it, so that they agree whatever dies, and an emptied Redis has neither. So
 * nothing ever counts by walking a list that grows with the load.
 */
import { MAX_BATCH } from '@sluice/contracts';
import { PRIORITY_LIMIT } from 'bullmq';

/** BullMQ's score of a prioritized job is its priority, multiplied by this, plus a counter. */
const PRIORITY_SCALE = 0x100000000;
/** BullMQ's score of a delayed job is its instant in milliseconds since the epoch, multiplied by this. */
const DELAY_SCALE = 0x1000;
/** The priority of a batch without a turn: the last one whose jobs BullMQ's score still keeps in order. */
export const UNASSIGNED = PRIORITY_LIMIT - 1;
/** How many batches in progress are looked at; at most as many as the workers' concurrency. */
const LOOKED_AT = 1_000;

// Expects `counts`. A number is forgotten with its set, which Redis drops when it is empty.
const COUNTED_SETS = `
local function size(id) return tonumber(string.match(id, '%-(%d+)$') or 1) end
local function total(set) return tonumber(redis.call('HGET', counts, set) or 0) end
local function put(set, score, id)
  if redis.call('ZADD', set, score, id) == 1 then redis.call('HINCRBY', counts, set, size(id)) end
end
local function drop(set, id)
  if redis.call('ZREM', set, id) == 0 then return end
  if redis.call('EXISTS', set) == 0 then redis.call('HDEL', counts, set)
  else redis.call('HINCRBY', counts, set, -size(id)) end
end`;

/**
 * Keys: turns, waits, prioritized, later, counts, then for each batch the waits of its lane and its job. Arguments: for
 * each batch the name of its tenant's turns, its id, since when it waits, and until when, or 0.
 *
 * BullMQ reads a job's priority from its hash; the score also contains its place among jobs of that priority. A named
 * batch that was added before has its turn already.
 */
export const ASSIGN = `
local turns, waits, prioritized, later, counts = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
${COUNTED_SETS}
local taken = tonumber(redis.call('HGET', turns, 'taken') or 0)
local unknown = 0
for i = 1, #ARGV, 4 do
  local newest, jobId, since, untilMs = ARGV[i], ARGV[i + 1], ARGV[i + 2], tonumber(ARGV[i + 3])
  local nth = (i + 3) / 4
  local waitsOf, job = KEYS[5 + nth * 2 - 1], KEYS[5 + nth * 2]
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
    put(waits, since, jobId)
    put(waitsOf, since, jobId)
    if untilMs > 0 then put(later, untilMs, jobId) end
  end
end
return unknown`;

/**
 * Keys: turns, waits, the waits of the batch's lane, prioritized, delayed, active, later, counts. Arguments: the batch's
 * id and priority.
 *
 * A batch may start long after it was taken from the queue, when batches of lower priority wait again. V then becomes
 * only the priority of the first of those (it never falls), so that a new tenant does not wait behind all of them. When
 * nothing waits, only V is kept, because delayed and active batches have their priorities already. V starts from 0
 * again when this is the only batch left, or when V has passed half of the greatest priority; delayed batches of before
 * then wait behind new ones until the queue is empty.
 */
export const BEGIN = `
local counts = KEYS[8]
${COUNTED_SETS}
drop(KEYS[2], ARGV[1])
drop(KEYS[3], ARGV[1])
drop(KEYS[7], ARGV[1])
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

/**
 * Keys: waits, later, counts. Arguments: the batch's id, and until when it waits; 0 if only for a worker. Of no effect on
 * one that no longer waits.
 */
export const DEFER = `
local waits, later, counts = KEYS[1], KEYS[2], KEYS[3]
${COUNTED_SETS}
if tonumber(ARGV[2]) == 0 then drop(later, ARGV[1])
elseif redis.call('ZSCORE', waits, ARGV[1]) then put(later, ARGV[2], ARGV[1]) end`;

/** Keys: waits, the waits of the batch's lane, later, counts. Argument: the batch's id. */
export const FORGET = `
local counts = KEYS[4]
${COUNTED_SETS}
for i = 1, 3 do drop(KEYS[i], ARGV[1]) end`;

// A batch waits in the queue, or in a worker that has not started it; that of a worker that died waits in the list of
// jobs without a priority. A batch that is nowhere in the queue any more is removed.
const OLDEST = `
local function oldest(waits, prioritized, delayed, active, wait)
  while true do
    local head = redis.call('ZRANGE', waits, 0, 0, 'WITHSCORES')
    if #head == 0 then return false end
    if redis.call('ZSCORE', prioritized, head[1]) or redis.call('ZSCORE', delayed, head[1])
      or redis.call('LPOS', active, head[1]) or redis.call('LPOS', wait, head[1]) then return head[2] end
    drop(waits, head[1])
  end
end`;

/** Keys: the waits of a lane, prioritized, delayed, active, wait, counts. */
export const WAITING_SINCE = `
local counts = KEYS[6]
${COUNTED_SETS}
${OLDEST}
return oldest(KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5])`;

/**
 * Keys: wait, paused, prioritized, active, delayed, waits, later, counts, lists. Returns the leads that wait for a worker, that
 * are active and that wait for an instant, and how long the oldest has waited.
 *
 * Only batches in progress, and those of dead workers, are looked at one by one; there are at most as many as the
 * workers' concurrency. The numbers of the sets are kept within what the lengths of BullMQ's own lists allow: a batch has 1 to
 * ${MAX_BATCH} leads. So a batch that disappeared from the queue, or that others added, cannot make them wrong for long.
 */
export const LOAD = `
local wait, paused, prioritized, active, delayed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local waits, later, counts, lists = KEYS[6], KEYS[7], KEYS[8], KEYS[9]
${COUNTED_SETS}
${OLDEST}
local function within(leads, batches) return math.max(batches, math.min(leads, batches * ${MAX_BATCH})) end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, id in ipairs(redis.call('ZRANGEBYSCORE', later, '-inf', now, 'LIMIT', 0, ${LOOKED_AT})) do drop(later, id) end
local since = oldest(waits, prioritized, delayed, active, wait)

local inProgress, taken, returned = 0, 0, 0
local ids = redis.call('LRANGE', active, 0, ${LOOKED_AT - 1})
for _, id in ipairs(ids) do
  inProgress = inProgress + size(id)
  if redis.call('ZSCORE', waits, id) then taken = taken + size(id) end
end
if #ids == ${LOOKED_AT} then inProgress = math.floor(inProgress * redis.call('LLEN', active) / #ids) end
for _, id in ipairs(redis.call('LRANGE', wait, 0, ${LOOKED_AT - 1})) do
  if not redis.call('ZSCORE', waits, id) then returned = returned + size(id) end
end

local latest = string.format('%.0f', (now + 1) * ${DELAY_SCALE} - 1)
local past = redis.call('ZCOUNT', delayed, '-inf', latest)
local forLater = within(total(later), redis.call('ZCARD', delayed) - past)
local batches = redis.call('LLEN', wait) + redis.call('LLEN', paused) + redis.call('ZCARD', prioritized) + past
local waiting = within(total(waits) - taken - forLater + returned, batches)
for _, listed in ipairs(redis.call('HVALS', lists)) do forLater = forLater + tonumber(listed) end
return { waiting, inProgress, forLater, tostring(math.max(0, since and now - since or 0)) }`;
