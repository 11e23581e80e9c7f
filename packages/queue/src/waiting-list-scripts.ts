/**
 * The scripts of `waiting-lists.ts`. Each is atomic, and all keys of a queue are on one node of a Cluster.
 *
 * A list is a sorted set. Work that waits is scored by since when, in milliseconds since the epoch; work that was released
 * and has not run to its end by {@link RELEASED} plus the instant of its release. The hash `lists` has the size of each
 * list that is not empty, so that the lists are found without a search.
 */

/** Above every instant, and far enough below 2^53 that sums with instants are exact. */
export const RELEASED = 2 ** 52;
/** Work whose run has not ended so long after its release is in no queue any more; the sweep finds it. */
const RELEASED_KEPT_MS = 60_000;

// Expects `lists`, `list` and `field`.
const NOTE_SIZE = `
local size = redis.call('ZCARD', list)
if size == 0 then redis.call('HDEL', lists, field) else redis.call('HSET', lists, field, size) end`;

/**
 * Keys: lists, list. Arguments: the list's field, then for each piece of work its item and since when it waits, or '' to
 * take it off the list. Work that waits already keeps its place.
 */
export const CHANGE_LIST = `
local lists, list, field = KEYS[1], KEYS[2], ARGV[1]
for i = 2, #ARGV, 2 do
  local item, since = ARGV[i], tonumber(ARGV[i + 1])
  if not since then redis.call('ZREM', list, item)
  else
    local before = tonumber(redis.call('ZSCORE', list, item) or ${RELEASED})
    if since < before then redis.call('ZADD', list, ARGV[i + 1], item) end
  end
end
${NOTE_SIZE}`;

/**
 * Keys: lists, list. Arguments: the list's field, how much there is room for, how much is released at once at most, and
 * the present instant. Returns how much still waits, then the released items, each with since when it waited.
 */
export const RELEASE_LISTED = `
local lists, list, field = KEYS[1], KEYS[2], ARGV[1]
local now = tonumber(ARGV[4])
local function score(number) return string.format('%.0f', number) end
redis.call('ZREMRANGEBYSCORE', list, score(${RELEASED}), score(${RELEASED} + now - ${RELEASED_KEPT_MS}))
local released = redis.call('ZCOUNT', list, score(${RELEASED}), '+inf')
local room = math.min(tonumber(ARGV[2]) - released, tonumber(ARGV[3]))
local found = {}
if room > 0 then
  found = redis.call('ZRANGEBYSCORE', list, '-inf', '(' .. score(${RELEASED}), 'WITHSCORES', 'LIMIT', 0, room)
end
for i = 1, #found, 2 do redis.call('ZADD', list, score(${RELEASED} + now), found[i]) end
${NOTE_SIZE}
local answer = { size - redis.call('ZCOUNT', list, score(${RELEASED}), '+inf') }
for i = 1, #found do answer[i + 1] = found[i] end
return answer`;

/** Keys: lists of one tenant. Arguments: items. Returns for each the place of its list among the keys, or 0. */
export const FIND_LISTED = `
local places = {}
for i, item in ipairs(ARGV) do
  places[i] = 0
  for k, list in ipairs(KEYS) do
    if redis.call('ZSCORE', list, item) then places[i] = k end
  end
end
return places`;
