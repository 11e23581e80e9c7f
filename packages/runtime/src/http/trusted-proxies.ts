/**
 * Whose word counts for where a request came from. Without a trusted proxy, what `X-Forwarded-For` and
 * `X-Forwarded-Proto` say can be invented by any sender, and only the connection itself counts.
 */
import type { Request } from 'express';
import { isIP } from 'node:net';

/** For Express' setting `trust proxy`: none, so many hops counted from us, or these addresses and ranges. */
export type TrustedProxies = false | number | string[];

const MOST_HOPS = 16;

/** Reads `TRUST_PROXY`: empty, a number of hops, or addresses and CIDRs with commas; undefined when it is none of these. */
export function trustedProxies(text: string): TrustedProxies | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return false;
  if (/^\d+$/.test(trimmed)) {
    const hops = Number(trimmed);
    if (hops > MOST_HOPS) return undefined;
    return hops === 0 ? false : hops;
  }
  const ranges = trimmed.split(',').map((range) => range.trim());
  return ranges.every(isRange) ? ranges : undefined;
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * The address that a request came from, as far as trusted proxies and the connection say; an IPv4 address in its own
 * form. What a trusted proxy forwards that is no address is not repeated.
 */
export function clientAddress({ ip }: Pick<Request, 'ip'>): string {
  const plain = (ip ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(plain) === 0 ? 'unknown' : plain;
}
