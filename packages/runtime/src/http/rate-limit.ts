/**
 * Rate limits per key, counted in Redis so that all gateways count together. While Redis is away each process
 * counts for itself: a limit must never be the reason that a lead is refused wrongly.
 */
import { ApiError } from '@sluice/contracts';
import type { Redis } from 'ioredis';
import type { ServerResponse } from 'node:http';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { TenantScope } from './route.js';

/** How many requests one key may send in each window. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Counts a request and says so in its headers. @throws ApiError RATE_LIMITED */
export type LimitRate = (tenant: TenantScope, response: ServerResponse) => Promise<void>;

/** Limits each key to what `limitOf` says of its tenant; no limit, no counting. */
export function createRateLimiter(
  connection: Redis,
  limitOf: (tenantId: string) => Promise<RateLimit | undefined>,
): LimitRate {
  const limiters = new Map<string, RateLimiterRedis>();

  function limiterOf({ requests, perSeconds }: RateLimit): RateLimiterRedis {
    const name = `${requests}.${perSeconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const bounds = { keyPrefix: `sluice-rate.${name}`, points: requests, duration: perSeconds };
    const limiter = new RateLimiterRedis({
      ...bounds,
      storeClient: connection,
      insuranceLimiter: new RateLimiterMemory(bounds),
    });
    limiters.set(name, limiter);
    return limiter;
  }

  return async ({ tenantId, prefix }, response) => {
    const limit = await limitOf(tenantId);
    if (!limit) return;
    const counted = await limiterOf(limit)
      .consume(`${tenantId}.${prefix}`)
      .catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
    const resetSeconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
    // draft-ietf-httpapi-ratelimit-headers-10
    response.setHeader('RateLimit-Policy', `"key";q=${limit.requests};w=${limit.perSeconds}`);
    response.setHeader('RateLimit', `"key";r=${Math.max(0, counted.remainingPoints)};t=${resetSeconds}`);
    if (counted.consumedPoints > limit.requests) {
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: resetSeconds });
    }
  };
}
