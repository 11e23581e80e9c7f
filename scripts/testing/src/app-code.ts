/** An authenticator app (RFC 6238, with what all apps know: SHA-1, six digits, 30 s). */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The code that an app shows, so many periods from now, for a secret as it is typed into one. That of the present period
 * is taken for 30 s at least, and the next one already, so that a slow test is not late with either.
 */
export function appCode(secret: string, periods = 0): string {
  const bits = [...secret.replaceAll(' ', '')].map((sign) =>
    ALPHABET.indexOf(sign).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  );
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
