/**
 * The progress of group replays, in Redis, so that every process can show and stop one, whichever process runs it. The
 * leads themselves record what a replay did, so losing this data loses no lead.
 */
import type { AdminReplay } from '@sluice/contracts';
import type { RedisConnection } from '@sluice/process';

/** A replay as stored; `renewedAt` is when its process last renewed it. */
export interface KeptReplay extends Omit<AdminReplay, 'left'> {
  readonly tenantId: string;
  readonly renewedAt: number;
  readonly byMember?: true;
}

const KEPT_SECONDS = 24 * 3600;
const MOST_LISTED = 20;

const keyOf = (tenantId: string, replayId: string): string => `replays:${tenantId}:one:${replayId}`;
const stopOf = (tenantId: string, replayId: string): string => `replays:${tenantId}:stop:${replayId}`;
const listOf = (tenantId: string): string => `replays:${tenantId}:list`;

/** Stores the progress of a replay. */
export async function keepReplay(redis: RedisConnection, replay: KeptReplay): Promise<void> {
  await redis.set(keyOf(replay.tenantId, replay.replayId), JSON.stringify(replay), 'EX', KEPT_SECONDS);
}

/** Adds a replay to the list of its tenant. */
export async function listReplay(
  redis: RedisConnection,
  { tenantId, replayId }: Pick<KeptReplay, 'tenantId' | 'replayId'>,
): Promise<void> {
  await redis.lpush(listOf(tenantId), replayId);
  await redis.ltrim(listOf(tenantId), 0, MOST_LISTED - 1);
  await redis.expire(listOf(tenantId), KEPT_SECONDS);
}

/** A replay of the tenant; undefined once it has expired. */
export async function knownReplay(
  redis: RedisConnection,
  tenantId: string,
  replayId: string,
): Promise<KeptReplay | undefined> {
  const found = await redis.get(keyOf(tenantId, replayId));
  return found === null ? undefined : (JSON.parse(found) as KeptReplay);
}

/** The latest replays of the tenant, newest first. */
export async function latestReplays(
  redis: RedisConnection,
  tenantId: string,
): Promise<readonly KeptReplay[]> {
  const ids = await redis.lrange(listOf(tenantId), 0, MOST_LISTED - 1);
  const found = await Promise.all(ids.map((replayId) => knownReplay(redis, tenantId, replayId)));
  return found.filter((replay) => replay !== undefined);
}

/** Asks the process that runs a replay to stop it. */
export async function askToStop(redis: RedisConnection, tenantId: string, replayId: string): Promise<void> {
  await redis.set(stopOf(tenantId, replayId), '1', 'EX', KEPT_SECONDS);
}

/** Whether a replay was asked to stop. */
export async function isAskedToStop(
  redis: RedisConnection,
  { tenantId, replayId }: Pick<KeptReplay, 'tenantId' | 'replayId'>,
): Promise<boolean> {
  return (await redis.exists(stopOf(tenantId, replayId))) === 1;
}
