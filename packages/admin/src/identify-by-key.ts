/** The gateway's door: an admin key in `X-Admin-Key`, a rate limit for each, and ever longer waits for wrong ones. */
import { ApiError } from '@sluice/contracts';
import { clientAddress, createGuessLimiter, createRateLimiter, type RedisConnection } from '@sluice/runtime';
import type { Stores } from '@sluice/store';
import type { Identify } from './actor.js';

const RATE_LIMIT = { requests: 600, perSeconds: 60 };
/** No key of ours is longer. */
const LONGEST_KEY = 256;
// No tenant can have this name.
const ADMIN_KEYS = 'admin keys';

/** What knows the holders of admin keys. */
export interface KeyDoor {
  readonly stores: Pick<Stores, 'adminKeys' | 'clock'>;
  /** One that fails fast. */
  readonly redis: RedisConnection;
}

/**
 * Knows callers by their admin keys. Of a wrong key it answers undefined, or RATE_LIMITED when an address tries too many;
 * a right key is never held up by the wrong ones of its neighbours.
 */
export function identifyByKey({ stores, redis }: KeyDoor): Identify {
  const limitRate = createRateLimiter(redis, async () => RATE_LIMIT);
  const guesses = createGuessLimiter(redis, 'admin');
  return async (request, response) => {
    const sent = request.headers['x-admin-key'];
    const key = typeof sent === 'string' && sent.length <= LONGEST_KEY ? sent : '';
    const holder = await stores.adminKeys.holderOf(key, stores.clock.now());
    const from = clientAddress(request);
    if (holder) {
      await limitRate({ tenantId: ADMIN_KEYS, prefix: holder.prefix }, response);
      return { name: holder.name, role: holder.role, via: 'admin key', from };
    }
    const retryAfterSeconds = key === '' ? undefined : await guesses.count('admin key', from);
    if (retryAfterSeconds !== undefined) throw new ApiError('RATE_LIMITED', { retryAfterSeconds });
    return undefined;
  };
}
