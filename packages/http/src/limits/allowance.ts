/** How often something may be done for somebody, counted in Redis for all processes together. */
import type { RedisConnection } from '@sluice/process';
import { counted, sharedCounter } from './shared-counter.js';

/** Counts what is done; while Redis is unavailable, each process counts alone. */
export interface Allowance {
  /** Counts once more; false once `key` has had its share. */
  take(key: string): Promise<boolean>;
}

/** Allows each key `most` times in `seconds`. `connection` must fail fast. */
export function createAllowance(
  connection: RedisConnection,
  name: string,
  { most, seconds }: { readonly most: number; readonly seconds: number },
): Allowance {
  const taken = sharedCounter(connection, `sluice-allowance.${name}`, { points: most, duration: seconds });
  return { take: async (key) => (await counted(taken.consume(key))).consumedPoints <= most };
}
