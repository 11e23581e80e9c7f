/** How many calls each caller may make, counted in Redis by all processes together. */
import { createRateLimiter } from '@sluice/http';
import type { RedisConnection } from '@sluice/process';
import type { Response } from 'express';

const RATE_LIMIT = { requests: 600, perSeconds: 60 };

/** No tenant can have one of these names, under which the same limiter counts the keys of tenants. */
type Callers = 'admin keys' | 'logged-in people';

/** Counts a call and sets the rate limit headers. @throws ApiError RATE_LIMITED */
export type LimitCaller = (id: string, response: Response) => Promise<void>;

/** Limits each of these callers; while Redis does not answer, each process counts alone. */
export function createCallerLimiter(redis: RedisConnection, callers: Callers): LimitCaller {
  const limitRate = createRateLimiter(redis, async () => RATE_LIMIT);
  return (id, response) => limitRate({ tenantId: callers, prefix: id }, response);
}
