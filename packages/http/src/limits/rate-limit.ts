/**
 * Rate limits per key, counted in Redis so that all gateways count together. While Redis is unavailable each process
 * counts alone, because a limit must never refuse a lead wrongly.
 */
import { ApiError } from '@sluice/contracts';
import type { ServerResponse } from 'node:http';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import type { RedisConnection } from '@sluice/process';
import type { TenantScope } from '../route.js';
import { counted, secondsLeft } from './shared-counter.js';

/** How many requests one key may send in each window. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Counts a request and sets the rate limit headers. @throws ApiError RATE_LIMITED */
export type LimitRate = (tenant: TenantScope, response: ServerResponse) => Promise<void>;

interface Limiter {
  readonly together: RateLimiterRedis;
  readonly alone: RateLimiterMemory;
}

/** How long each process counts alone after Redis has not answered. */
const ALONE_FOR_MS = 2_000;

/** Limits each key to what `limitOf` returns for its tenant. Without a limit nothing is counted. */
export function createRateLimiter(
  connection: RedisConnection,
  limitOf: (tenantId: string) => Promise<RateLimit | undefined>,
): LimitRate {
  const limiters = new Map<string, Limiter>();
  let alone = 0;

  function limiterOf({ requests, perSeconds }: RateLimit): Limiter {
    const name = `${requests}.${perSeconds}`;
    const known = limiters.get(name);
    if (known) return known;
    const bounds = { keyPrefix: `sluice-rate.${name}`, points: requests, duration: perSeconds };
    const limiter = {
      together: new RateLimiterRedis({ ...bounds, storeClient: connection }),
      alone: new RateLimiterMemory(bounds),
    };
    limiters.set(name, limiter);
    return limiter;
  }

  // A paused Redis lets each command run into its one-second timeout. After the first timeout, only one request in a
  // while tries Redis again.
  async function count(limiter: Limiter, key: string): Promise<RateLimiterRes> {
    const now = performance.now();
    if (now < alone) return counted(limiter.alone.consume(key));
    const asksAgain = alone > 0;
    if (asksAgain) alone = now + ALONE_FOR_MS;
    try {
      const together = await counted(limiter.together.consume(key));
      if (asksAgain) alone = 0;
      return together;
    } catch {
      alone = performance.now() + ALONE_FOR_MS;
      return counted(limiter.alone.consume(key));
    }
  }

  return async ({ tenantId, prefix }, response) => {
    const limit = await limitOf(tenantId);
    if (!limit) return;
    const used = await count(limiterOf(limit), `${tenantId}.${prefix}`);
    const resetSeconds = secondsLeft(used);
    // draft-ietf-httpapi-ratelimit-headers-10
    response.setHeader('RateLimit-Policy', `"key";q=${limit.requests};w=${limit.perSeconds}`);
    response.setHeader('RateLimit', `"key";r=${Math.max(0, used.remainingPoints)};t=${resetSeconds}`);
    if (used.consumedPoints > limit.requests) {
      throw new ApiError('RATE_LIMITED', { retryAfterSeconds: resetSeconds });
    }
  };
}
