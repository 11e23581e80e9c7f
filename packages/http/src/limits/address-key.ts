import { literalAddress } from '@sluice/contracts';

/** What callers are counted by: the address, or its /64, which a host with one IPv6 address usually controls as a whole. */
export function addressKey(address: string): string {
  const literal = literalAddress(address);
  if (!literal || !('parts' in literal)) return literal?.toString() ?? address;
  const groups = literal.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
