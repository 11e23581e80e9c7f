/**
 * The form of keys: what kind they are, 32 random bytes, and a checksum. The checksum is no secret: it tells a made-up
 * or mistyped key from one that may exist, so that only the latter is looked up.
 */
import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Begins a tenant's API key, or an admin key. */
export type KeyKind = 'slk_' | 'sla_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_DIGITS = 43; // enough for 256 bits
const CHECK_DIGITS = 6; // enough for 32 bits
const KEY_LENGTH = 'slk_'.length + RANDOM_DIGITS + CHECK_DIGITS;

/** A new key of this kind, from 32 random bytes. */
export function newKey(kind: KeyKind, bytes: Uint8Array = randomBytes(32)): string {
  const random = base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), RANDOM_DIGITS);
  return `${kind}${random}${checksum(kind + random)}`;
}

/** Whether `text` has the form of such a key, checksum included. Of a long text only the length is looked at. */
export function isKey(kind: KeyKind, text: string): boolean {
  if (text.length !== KEY_LENGTH || !text.startsWith(kind)) return false;
  if (!/^[0-9A-Za-z]+$/.test(text.slice(kind.length))) return false;
  return text.slice(-CHECK_DIGITS) === checksum(text.slice(0, -CHECK_DIGITS));
}

// A CRC differs for certain when one character does.
function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECK_DIGITS);
}

function base62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  while (digits.length < length) {
    digits = (BASE62[Number(rest % 62n)] as string) + digits;
    rest /= 62n;
  }
  return digits;
}
