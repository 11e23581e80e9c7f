/**
 * Limits how often one address may be refused. Only refused calls are counted, so whoever is known there goes on. They
 * are counted in Redis for all processes together; whether an address has been refused too often, each process knows by
 * itself.
 */
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RedisConnection } from '@sluice/process';
import { addressKey } from './address-key.js';
import { counted, secondsLeft, sharedCounter } from './shared-counter.js';

/** Counts refused calls by address. */
export interface StrangerLimiter {
  /** The seconds for which the address is refused unseen, as far as this process knows. */
  waitSeconds(address: string): Promise<number | undefined>;
  /** Counts a refused call. Returns the seconds to wait if there were too many before it. */
  count(address: string): Promise<number | undefined>;
}

/** How many calls of one address may be refused in a minute before it is not looked at any more. */
const REFUSED_AT_MOST = 60;
const MINUTE_SECONDS = 60;

/** Counts in Redis under `name`; `connection` must fail fast. */
export function createStrangerLimiter(connection: RedisConnection, name: string): StrangerLimiter {
  const bounds = { points: REFUSED_AT_MOST, duration: MINUTE_SECONDS };
  const refused = sharedCounter(connection, `sluice-strangers.${name}`, bounds);
  const unseen = new RateLimiterMemory(bounds);
  return {
    async waitSeconds(address) {
      const known = await unseen.get(addressKey(address));
      return known === null ? undefined : secondsLeft(known);
    },
    async count(address) {
      const key = addressKey(address);
      const now = await counted(refused.consume(key));
      const seconds = secondsLeft(now);
      if (now.consumedPoints >= REFUSED_AT_MOST) await unseen.block(key, seconds);
      return now.consumedPoints > REFUSED_AT_MOST ? seconds : undefined;
    },
  };
}
