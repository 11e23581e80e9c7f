/** Passwords of operators: only a salted hash is stored, together with its cost parameters. */
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** scrypt's parameters for all passwords of the dashboard: what one guess costs. */
export const passwordCosts = { N: 16_384, r: 8, p: 1 } as const;
const BYTES = 32;

/** The hash of a password as text: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const { N, r, p } = passwordCosts;
  const hash = await derive(password, salt, BYTES, passwordCosts);
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether `attempt` is the password of `kept`. Takes the same time for any attempt. */
export async function isPassword(attempt: string, kept: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = kept.split('$');
  if (kind !== 'scrypt') return false;
  const expected = Buffer.from(hash, 'base64url');
  const costs = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(attempt, Buffer.from(salt, 'base64url'), expected.length, costs);
  return timingSafeEqual(derived, expected);
}
