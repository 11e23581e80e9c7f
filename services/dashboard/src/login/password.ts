/** The operator's password: whether it is strong enough, and whether an attempt matches. Only a hash of it is kept. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { passwordCosts } from '@sluice/store';

const derive = promisify<string, string | Buffer, number, ScryptOptions, Buffer>(scrypt);
const SHORTEST = 12;
const HASH_BYTES = 32;

/** A password that attempts can be compared with. */
export interface OperatorPassword {
  /** Whether `attempt` is the password; takes the same time for every attempt. */
  readonly matches: (attempt: string) => Promise<boolean>;
  /**
   * Signs sessions until MongoDB was first read. It is derived from the password, so a new password ends the sessions
   * that it signed.
   */
  readonly signingKey: Buffer;
}

/** Hashes the password at start. Tests that log in very often set lower `costs`. */
export async function keepPassword(
  password: string,
  costs: ScryptOptions = passwordCosts,
): Promise<OperatorPassword> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, HASH_BYTES, costs);
  return {
    signingKey: await derive(password, 'sluice console sessions', HASH_BYTES, costs),
    matches: async (attempt) => timingSafeEqual(await derive(attempt, salt, HASH_BYTES, costs), hash),
  };
}

// Placeholders that are often left in place of a password.
const wellKnown =
  /password|passwort|change-?me|operator|sluice|admin|secret|default|letmein|welcome|qwerty|(?:0?123456789?0?)/g;

/** Why a password is too weak for production; undefined if it is strong enough. */
export function passwordWeakness(password: string): string | undefined {
  if (password.length < SHORTEST) return `must have at least ${SHORTEST} characters`;
  const own = password.toLowerCase().replace(wellKnown, '');
  if (own.length < 8 || new Set(own).size < 5) return 'is easy to guess: use a random one';
  return undefined;
}
