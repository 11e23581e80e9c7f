/**
 * The connection pools of outbound calls. Every address is judged in the moment a socket is opened to it, after
 * the name was resolved, so that a name cannot be public when checked and private when called.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { Agent, type buildConnector, type Dispatcher } from 'undici';

/** The pools of one client. */
export interface GuardedConnections {
  readonly dispatcher: Dispatcher;
  close(): void;
}

// Most servers close an idle connection after 5 s; a call on one that is just being closed is lost.
const idleSocketMs = 4_000;
const SOCKETS_OF_ONE_SERVER = 256;
const connectWithinMs = 10_000;

/** Opens pools that reach public addresses and, besides, those in `allowedCidrs`; `sockets` to one server at most. */
export function createGuardedConnections(
  allowedCidrs: readonly string[],
  sockets = SOCKETS_OF_ONE_SERVER,
): GuardedConnections {
  const guard = { lookup: createCoalescedLookup(), allowIPAddressList: singleAddressesFirst(allowedCidrs) };
  const plain = new RequestFilteringHttpAgent(guard);
  const secure = new RequestFilteringHttpsAgent(guard);
  const connect: buildConnector.connector = ({ hostname, port, protocol, servername }, opened) => {
    const isSecure = protocol === 'https:';
    const agent = isSecure ? secure : plain;
    const socket = agent.createConnection({
      ...{ host: hostname, port: Number(port || (isSecure ? 443 : 80)), keepAlive: true, noDelay: true },
      // An address is no name that a server could have a certificate for by SNI (RFC 6066).
      ...(isSecure && {
        servername: servername ?? (isIP(hostname) ? '' : hostname),
        ALPNProtocols: ['http/1.1'],
      }),
    }) as Socket;
    let isConnected = false;
    const fail = (error: Error) => {
      clearTimeout(deadline);
      if (isSecure && isConnected) brokenHandshakes.add(error);
      opened(error, null);
    };
    const deadline = setTimeout(() => socket.destroy(new ConnectTimedOut()), connectWithinMs);
    socket.once('error', fail).once('connect', () => (isConnected = true));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(deadline);
      socket.off('error', fail);
      opened(null, socket);
    });
  };
  const dispatcher = new Agent({
    connect,
    connections: sockets,
    pipelining: 1,
    keepAliveTimeout: idleSocketMs,
    keepAliveMaxTimeout: idleSocketMs,
    // Every call has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return { dispatcher, close: () => void dispatcher.destroy().catch(() => undefined) };
}

/** No connection came about in time. */
class ConnectTimedOut extends Error {
  readonly code = 'ETIMEDOUT';
}

const brokenHandshakes = new WeakSet<Error>();

/** Whether this error ended a TLS handshake: the other side was reached, and nothing of the request was sent. */
export function isBrokenHandshake(error: Error): boolean {
  return brokenHandshakes.has(error);
}

/** Whether this error is the pools' refusal to open a socket; the library marks it by its words only. */
export function isBlocked(error: Error): boolean {
  return !('code' in error) && / is not allowed\. Because,? It is /.test(error.message);
}

// The library warns when it compares an IPv4 address with an IPv6 range. A range of one address is therefore
// given as that address, and compared before any range is.
function singleAddressesFirst(cidrs: readonly string[]): string[] {
  const single = (cidr: string) => /^(?:[\d.]+\/32|[\da-fA-F:]+\/128)$/.test(cidr);
  return [
    ...cidrs.filter(single).map((cidr) => cidr.slice(0, cidr.indexOf('/'))),
    ...cidrs.filter((cidr) => !single(cidr)),
  ];
}

type Resolved = (
  error: NodeJS.ErrnoException | null,
  addresses: string | LookupAddress[],
  family?: number,
) => void;
type LookupOutcome = { error: NodeJS.ErrnoException | null; addresses: LookupAddress[] };

// Name resolution has four threads for the whole process. One name that resolves slowly would take them all
// away from all other calls, so calls that ask for the same name at the same time ask once.
function createCoalescedLookup() {
  const running = new Map<string, ((outcome: LookupOutcome) => void)[]>();
  return function coalescedLookup(hostname: string, options: LookupOptions, done: Resolved): void {
    const settle = ({ error, addresses }: LookupOutcome) => {
      const [first] = addresses;
      if (options.all === true) done(error, addresses);
      else done(error, first?.address ?? '', first?.family);
    };
    const key = `${hostname}/${options.family ?? 0}/${options.hints ?? 0}`;
    const waiting = running.get(key);
    if (waiting !== undefined) {
      waiting.push(settle);
      return;
    }
    const listeners = [settle];
    running.set(key, listeners);
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      running.delete(key);
      for (const listener of listeners) listener({ error, addresses: error ? [] : addresses });
    });
  };
}
