/**
 * Addresses and ranges as plain numbers, enough to decide whether a literal address is on the public internet. IPv4 is
 * embedded in IPv6 (`::ffff:0:0/96`), so that there is only one kind of range to check.
 */

/** A block of addresses: those with the same first `prefixBits` of `base` (128 bits). */
export interface AddressRange {
  readonly base: bigint;
  readonly prefixBits: number;
}

const mappedIpv4 = 0xffff_0000_0000n;

/** Returns the one-address range of a literal IPv4 or IPv6 address (brackets allowed); undefined for a name. */
export function addressRange(text: string): AddressRange | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const base = ipv4Value(bare) ?? ipv6Value(bare);
  return base === undefined ? undefined : { base: unwrapped(base), prefixBits: 128 };
}

/** Parses CIDRs or single addresses. @throws RangeError naming the entry that is neither. */
export function parseRanges(cidrs: readonly string[]): AddressRange[] {
  return cidrs.map((cidr) => {
    const [address = '', bits, ...rest] = cidr.trim().split('/');
    const isIpv4 = ipv4Value(address) !== undefined;
    const base = ipv4Value(address) ?? ipv6Value(address);
    const width = isIpv4 ? 32 : 128;
    const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (base === undefined || rest.length > 0 || !(prefix <= width)) {
      throw new RangeError(`"${cidr}" is not an address range such as 10.0.0.0/8`);
    }
    return { base, prefixBits: prefix + 128 - width };
  });
}

/** Whether `address` is in any of `ranges`. */
export function allowedBy(ranges: readonly AddressRange[], address: AddressRange): boolean {
  return ranges.some(({ base, prefixBits }) => {
    const ignoredBits = BigInt(128 - prefixBits);
    return base >> ignoredBits === address.base >> ignoredBits;
  });
}

// IANA special-purpose registries: addresses that are not reachable as a public host, or not meant to be.
const notPublic = parseRanges([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Unspecified, loopback, and the obsolete IPv4-compatible spelling `::127.0.0.1`.
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]);

/** Whether `address` is an ordinary address of the public internet. */
export function isPublic(address: AddressRange): boolean {
  return !allowedBy(notPublic, address);
}

// NAT64 and 6to4 addresses contain an IPv4 address, which is where the packet ends up.
function unwrapped(address: bigint): bigint {
  if (address >> 32n === 0x64ff9b_0000_0000_0000_0000n) return mappedIpv4 | (address & 0xffff_ffffn);
  if (address >> 112n === 0x2002n) return mappedIpv4 | ((address >> 80n) & 0xffff_ffffn);
  return address;
}

function ipv4Value(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => /^\d{1,3}$/.test(octet) && Number(octet) < 256)) {
    return undefined;
  }
  return octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n) | mappedIpv4;
}

function ipv6Value(text: string): bigint | undefined {
  const groups = expandedGroups(text);
  if (groups?.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function expandedGroups(text: string): string[] | undefined {
  const dotted = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(text);
  const tail = dotted?.[2] === undefined ? undefined : ipv4Value(dotted[2]);
  const plain =
    tail === undefined
      ? text
      : `${dotted?.[1]}${((tail >> 16n) & 0xffffn).toString(16)}:${(tail & 0xffffn).toString(16)}`;
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  if (halves.length === 1) return left;
  const missing = 8 - left.length - right.length;
  return missing < 1 ? undefined : [...left, ...Array<string>(missing).fill('0'), ...right];
}
