/** The person whom an authenticating proxy names in its headers. From any other address these headers are ignored. */
import { addressFrom, isAddress, type OutsidePerson } from '@sluice/identity';
import type { Request } from 'express';
import { BlockList, isIP } from 'node:net';
import type { ProxySettings } from './outside-config.js';
import { isName, nameFrom } from './person-name.js';
import { roleIn } from './roles-of-groups.js';

/** The content of a request's headers. */
export type SaidByProxy =
  | { readonly kind: 'person'; readonly person: OutsidePerson }
  /** The proxy names a person in a way that could mean another one. */
  | { readonly kind: 'refused'; readonly name: string; readonly because: string }
  /** The request is not from the proxy, or names no person. */
  | { readonly kind: 'nothing' };

/** Reads the headers of a request. */
export type ReadProxy = (request: Request) => SaidByProxy;

const nothing: SaidByProxy = { kind: 'nothing' };
const LONGEST = 200;

/**
 * Reads the headers of requests whose connection comes from an address that both PROXY_AUTH_FROM and TRUST_PROXY name,
 * regardless of `X-Forwarded-For`.
 */
export function readProxyOf({
  from,
  userHeader,
  groupsHeader,
  emailHeader,
  roles,
}: ProxySettings): ReadProxy {
  const isFrom = matcherOf(from);
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const isTrusted = request.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    if (!isFrom(peer) || !isTrusted(peer, 0)) return nothing;
    const {
      [userHeader]: names = [],
      [groupsHeader]: groupLists = [],
      [emailHeader]: emails = [],
    } = request.headersDistinct;
    const [said = ''] = names;
    if (said === '') return nothing;
    const name = nameFrom(said);
    // A proxy that appends its header to the client's own would let the client choose the person.
    if (names.length > 1 || groupLists.length > 1 || emails.length > 1)
      return { kind: 'refused', name: 'a person', because: 'the proxy passes on headers that clients send' };
    if (!isName(name))
      return { kind: 'refused', name: name.slice(0, LONGEST), because: 'this is not a valid name' };
    const groups = (groupLists[0] ?? '').split(/[,|]/).map((group) => group.trim());
    const role = roleIn(roles, groups);
    const email = addressFrom(emails[0] ?? '');
    const address = isAddress(email) ? email : undefined;
    return { kind: 'person', person: { name, address, isProven: true, via: 'proxy', subject: name, role } };
  };
}

function matcherOf(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
