/**
 * Which proxies are trusted to say where a request came from. Without one, any sender can invent `X-Forwarded-For` and
 * `X-Forwarded-Proto`, so only the connection itself counts.
 */
import { addressRange } from '@sluice/contracts';
import { isIP } from 'node:net';

/** For Express' setting `trust proxy`: none, a number of hops counted from this server, or addresses and ranges. */
export type TrustedProxies = false | number | string[];

const MOST_HOPS = 16;

/**
 * Parses `TRUST_PROXY`: empty, a number of hops, or comma-separated addresses and CIDRs; undefined if it is none of
 * these.
 */
export function trustedProxies(text: string): TrustedProxies | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return false;
  if (/^\d+$/.test(trimmed)) {
    const hops = Number(trimmed);
    if (hops > MOST_HOPS) return undefined;
    return hops === 0 ? false : hops;
  }
  const ranges = trimmed.split(',').map((range) => range.trim());
  return ranges.every(addressRange) ? ranges : undefined;
}

/**
 * The address a request came from, according to trusted proxies and the connection; IPv4 in its plain form. A forwarded
 * value that is no address is reported as `unknown`.
 */
export function clientAddress({ ip }: { readonly ip?: string | undefined }): string {
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(plain) === 0 ? 'unknown' : plain;
}
