/** Callers with an admin key in `X-Admin-Key`, a rate limit per key, and growing delays for wrong keys. */
import { ApiError } from '@sluice/contracts';
import { createGuessLimiter } from '@sluice/http';
import { clientAddress, type RedisConnection } from '@sluice/process';
import type { AdminKeyHolder, Stores } from '@sluice/store';
import type { Request } from 'express';
import type { Actor, Identification } from './actor.js';
import { createCallerLimiter } from './limit-callers.js';

/** The dependencies that identify the holder of an admin key. */
export interface KeyDoor {
  readonly stores: Pick<Stores, 'adminKeys'>;
  /** A connection that fails fast. */
  readonly redis: RedisConnection;
  /** Keys of the installation are unknown here; default false. */
  readonly forTenants?: boolean | undefined;
}

/**
 * Identifies callers by their admin keys. A wrong key gets undefined, or RATE_LIMITED if its address has tried too
 * many. Wrong keys from the same address never delay a valid key.
 */
export function identifyByKey({ stores, redis, forTenants = false }: KeyDoor): Identification {
  const limit = createCallerLimiter(redis, 'admin keys');
  const guesses = createGuessLimiter(redis, 'admin');
  const holderOf = async (key: string): Promise<AdminKeyHolder | undefined> => {
    const holder = await stores.adminKeys.holderOf(key);
    return forTenants && !holder?.member ? undefined : holder;
  };
  const again: Identification['again'] = async (request) => {
    const holder = await holderOf(keyOf(request));
    return holder && actorOf(holder, request);
  };
  return {
    again,
    identify: async (request, response) => {
      const key = keyOf(request);
      const holder = await holderOf(key);
      if (holder) {
        await limit(holder.prefix, response);
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
