/**
 * Limits how often a password may be guessed: a few times freely, then after a wait that doubles with every further
 * failure. Guesses are counted per account and address, in Redis for all processes together, so that one caller's
 * guesses do not lock out others.
 */
import type { RedisConnection } from '@sluice/process';
import { addressKey } from './address-key.js';
import { counted, secondsLeft, sharedCounter } from './shared-counter.js';

/** Counts guesses. While Redis is unavailable, each process counts alone. */
export interface GuessLimiter {
  /** Counts a guess before it is checked. Returns the seconds to wait if the guess comes too soon. */
  count(account: string, address: string): Promise<number | undefined>;
  /** Reports a correct guess, which resets the account's count at this address. */
  succeeded(account: string, address: string): Promise<void>;
}

const FREE_GUESSES = 10;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 15 * 60;
const FORGOTTEN_AFTER_SECONDS = 24 * 3600;

/** How long the guess after this many has to wait: doubled with each guess beyond the free ones. */
export function waitSecondsAfter(guesses: number): number {
  if (guesses < FREE_GUESSES) return 0;
  return Math.min(FIRST_WAIT_SECONDS * 2 ** (guesses - FREE_GUESSES), LONGEST_WAIT_SECONDS);
}

/** Counts in Redis under `name`; `connection` must fail fast. */
export function createGuessLimiter(connection: RedisConnection, name: string): GuessLimiter {
  // The caller that may guess next takes the turn, which lasts as long as the wait after that guess.
  const guesses = sharedCounter(connection, `sluice-guesses.${name}`, {
    points: Number.MAX_SAFE_INTEGER,
    duration: FORGOTTEN_AFTER_SECONDS,
  });
  const turns = sharedCounter(connection, `sluice-turns.${name}`, {
    points: 1,
    duration: FIRST_WAIT_SECONDS,
  });

  async function turn(key: string, waitSeconds: number): Promise<number | undefined> {
    const taken = await counted(turns.consume(key, 1, { customDuration: waitSeconds }));
    return taken.consumedPoints <= 1 ? undefined : secondsLeft(taken);
  }

  return {
    async count(account, address) {
      const key = keyOf(account, address);
      const before = (await guesses.get(key))?.consumedPoints ?? 0;
      if (before >= FREE_GUESSES) {
        const waitSeconds = await turn(key, waitSecondsAfter(before + 1));
        if (waitSeconds === undefined) await guesses.consume(key);
        return waitSeconds;
      }
      // Counted before it is checked: of a hundred concurrent guesses only the free ones get through.
      const { consumedPoints } = await guesses.consume(key);
      if (consumedPoints < FREE_GUESSES) return undefined;
      const waitSeconds = await turn(key, waitSecondsAfter(consumedPoints));
      return consumedPoints === FREE_GUESSES ? undefined : waitSeconds;
    },
    async succeeded(account, address) {
      const key = keyOf(account, address);
      await Promise.all([guesses.delete(key), turns.delete(key)]);
    },
  };
}

/**
 * Counts and uses a code of a person's second factor; `given` is what a right one gives. By account alone: whoever
 * guesses here knows the password, and may have many addresses.
 */
export async function tryCode<T>(
  guesses: GuessLimiter,
  personId: string,
  use: () => Promise<T | undefined>,
): Promise<{ readonly given?: T | undefined; readonly retryAfterSeconds?: number }> {
  const [account, anywhere] = [`second factor ${personId}`, 'anywhere'];
  const retryAfterSeconds = await guesses.count(account, anywhere);
  if (retryAfterSeconds !== undefined) return { retryAfterSeconds };
  const given = await use();
  if (given !== undefined) await guesses.succeeded(account, anywhere);
  return { given };
}

function keyOf(account: string, address: string): string {
  return `${account}@${addressKey(address)}`;
}
