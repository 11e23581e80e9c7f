/** Counters in Redis that all processes share. */
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '@sluice/process';

/** How many points a key has in each `duration`, in seconds. */
interface CounterBounds {
  readonly points: number;
  readonly duration: number;
}

/** Counts under `keyPrefix`; while Redis is unavailable, each process counts alone. `connection` must fail fast. */
export function sharedCounter(
  connection: RedisConnection,
  keyPrefix: string,
  bounds: CounterBounds,
): RateLimiterRedis {
  return new RateLimiterRedis({
    ...bounds,
    keyPrefix,
    storeClient: connection,
    rejectIfRedisNotReady: true,
    insuranceLimiter: new RateLimiterMemory({ ...bounds, keyPrefix }),
  });
}

/** The count after `consuming`, also when the points are used up, which the library reports by a rejection. */
export async function counted(consuming: Promise<RateLimiterRes>): Promise<RateLimiterRes> {
  return consuming.catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
}

/** The whole seconds until the count begins anew, at least one. */
export function secondsLeft({ msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}
