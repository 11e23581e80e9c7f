/** Callers with an admin key in `X-Admin-Key`, a rate limit per key, and growing delays for wrong keys. */
import { ApiError } from '@sluice/contracts';
import { createGuessLimiter, createRateLimiter } from '@sluice/http';
import { clientAddress, type RedisConnection } from '@sluice/process';
import type { AdminKeyHolder, Stores } from '@sluice/store';
import type { Request } from 'express';
import type { Actor, Identification } from './actor.js';

const RATE_LIMIT = { requests: 600, perSeconds: 60 };
// No tenant can have this name.
const ADMIN_KEYS = 'admin keys';

/** The dependencies that identify the holder of an admin key. */
export interface KeyDoor {
  readonly stores: Pick<Stores, 'adminKeys'>;
  /** A connection that fails fast. */
  readonly redis: RedisConnection;
}

/**
 * Identifies callers by their admin keys. A wrong key gets undefined, or RATE_LIMITED if its address has tried too
 * many. Wrong keys from the same address never delay a valid key.
 */
export function identifyByKey({ stores, redis }: KeyDoor): Identification {
  const limitRate = createRateLimiter(redis, async () => RATE_LIMIT);
  const guesses = createGuessLimiter(redis, 'admin');
  const again: Identification['again'] = async (request) => {
    const holder = await stores.adminKeys.holderOf(keyOf(request));
    return holder && actorOf(holder, request);
  };
  return {
    again,
    identify: async (request, response) => {
      const key = keyOf(request);
      const holder = await stores.adminKeys.holderOf(key);
      if (holder) {
        await limitRate({ tenantId: ADMIN_KEYS, prefix: holder.prefix }, response);
        return actorOf(holder, request);
      }
      const from = clientAddress(request);
      const retryAfterSeconds = key === '' ? undefined : await guesses.count('admin key', from);
      if (retryAfterSeconds !== undefined) throw new ApiError('RATE_LIMITED', { retryAfterSeconds });
      return undefined;
    },
  };
}

function keyOf({ headers }: Request): string {
  const sent = headers['x-admin-key'];
  return typeof sent === 'string' ? sent : '';
}

function actorOf({ name, role, member }: AdminKeyHolder, request: Request): Actor {
  const memberships = member ? [member] : [];
  return { name, role, memberships, via: 'admin key', from: clientAddress(request) };
}
