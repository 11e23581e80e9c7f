import { isIPv6 } from 'node:net';

/** What callers are counted by: the address, or its /64, which a host with one IPv6 address usually controls as a whole. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const [left = '', right = ''] = address.split('::', 2);
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
    : [];
  const groups = [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
  return `${groups.join(':')}::/64`;
}
