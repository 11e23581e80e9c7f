/** The value of a new key: its kind's prefix and 32 random bytes in base62. */
import { randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const DIGITS = 43; // enough for 256 bits

/** A new API key (`slk_`) or admin key (`sla_`). */
export function newKey(kind: 'slk_' | 'sla_'): string {
  let rest = BigInt(`0x${randomBytes(32).toString('hex')}`);
  let digits = '';
  while (digits.length < DIGITS) {
    digits = (BASE62[Number(rest % 62n)] as string) + digits;
    rest /= 62n;
  }
  return `${kind}${digits}`;
}
