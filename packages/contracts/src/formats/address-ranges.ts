/**
 * Literal addresses and ranges of them. What is public is said by the library by which the connections of outbound calls
 * are guarded too, so that an address is refused when it is configured for what would refuse it when it is called.
 */
import ipaddr from 'ipaddr.js';

/** A literal address; an IPv4 address that stands in an IPv6 address is that IPv4 address. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A block of addresses: those with the same first `prefixBits` of `base`. */
export interface AddressRange {
  readonly base: Address;
  readonly prefixBits: number;
}

/** Reads a literal IPv4 or IPv6 address (brackets allowed), without the spellings that only some read; undefined for a name. */
export function literalAddress(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return ipaddr.IPv6.isValid(bare) ? unwrapped(ipaddr.IPv6.parse(bare)) : undefined;
}

/** Reads a CIDR or a single address; undefined for anything else. */
export function addressRange(text: string): AddressRange | undefined {
  const { IPv4, IPv6 } = ipaddr;
  const parse = (cidr: string): AddressRange | undefined => {
    if (!IPv4.isValidCIDRFourPartDecimal(cidr) && !IPv6.isValidCIDR(cidr)) return undefined;
    const [base, prefixBits] = ipaddr.parseCIDR(cidr);
    return { base, prefixBits };
  };
  return text.includes('/') ? parse(text) : parse(`${text}/${text.includes(':') ? 128 : 32}`);
}

/** Reads CIDRs or single addresses. @throws RangeError naming the entry that is neither. */
export function parseRanges(cidrs: readonly string[]): AddressRange[] {
  return cidrs.map((cidr) => {
    const range = addressRange(cidr.trim());
    if (!range) throw new RangeError(`"${cidr}" is not an address range such as 10.0.0.0/8`);
    return range;
  });
}

/** Whether `address` is in any of `ranges`. */
export function allowedBy(ranges: readonly AddressRange[], address: Address): boolean {
  return ranges.some(
    ({ base, prefixBits }) => base.kind() === address.kind() && address.match(base, prefixBits),
  );
}

const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Unspecified, loopback, and the obsolete spelling `::127.0.0.1`, which the library does not know. */
const obsolete = parseRanges(['::/96']);
const examples = parseRanges([
  ...['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'],
  ...['2001:db8::/32', '3fff::/20'],
]);

/** Whether `address` is an ordinary address of the public internet. */
export function isPublic(address: Address): boolean {
  return address.range() === 'unicast' && !allowedBy(obsolete, address);
}

/** Whether `address` is only used in documentation. */
export function isExample(address: Address): boolean {
  return allowedBy(examples, address);
}

// NAT64 and 6to4 addresses contain an IPv4 address, which is where the packet ends up.
function unwrapped(address: ipaddr.IPv6): Address {
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(nat64)) return new ipaddr.IPv4(bytes.slice(12));
  return address.range() === '6to4' ? new ipaddr.IPv4(bytes.slice(2, 6)) : address;
}
