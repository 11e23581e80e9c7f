/** The operator's password: whether it is one, and whether it is the right one. Only a hash of it is kept. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, string | Buffer, number, Buffer>(scrypt);
const SHORTEST = 12;
const HASH_BYTES = 32;

/** A password, ready to be compared with. */
export interface OperatorPassword {
  /** Whether `attempt` is the password; takes the same time whatever it is. */
  readonly matches: (attempt: string) => Promise<boolean>;
  /** Signs sessions while MongoDB was never read. It follows from the password, so that another one ends the sessions that stand on it. */
  readonly signingKey: Buffer;
}

/** Hashes the password at start. */
export async function keepPassword(password: string): Promise<OperatorPassword> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, HASH_BYTES);
  return {
    signingKey: await derive(password, 'sluice console sessions', HASH_BYTES),
    matches: async (attempt) => timingSafeEqual(await derive(attempt, salt, HASH_BYTES), hash),
  };
}

// Placeholders that are often left where a password belongs.
const wellKnown =
  /password|passwort|change-?me|operator|sluice|admin|secret|default|letmein|welcome|qwerty|(?:0?123456789?0?)/g;

/** Says why a password is too weak for production, or nothing when it is not. */
export function passwordWeakness(password: string): string | undefined {
  if (password.length < SHORTEST) return `must have at least ${SHORTEST} characters`;
  const own = password.toLowerCase().replace(wellKnown, '');
  if (own.length < 8 || new Set(own).size < 5) return 'is easy to guess: take a random one';
  return undefined;
}
