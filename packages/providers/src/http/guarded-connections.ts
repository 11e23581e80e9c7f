/**
 * The connection pools of outbound calls. Every address is checked when a socket is opened to it, after its name was
 * resolved, so that a name cannot be public when checked and private when called.
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

// Most servers close an idle connection after 5 s, and a call on a connection that is just being closed is lost.
const idleSocketMs = 4_000;
const SOCKETS_OF_ONE_SERVER = 256;
const connectWithinMs = 10_000;

/**
 * Opens pools that reach public addresses and those in `allowedCidrs`, with at most `sockets` connections to one
 * server.
 */
export function createGuardedConnections(
  allowedCidrs: readonly string[],
  sockets = SOCKETS_OF_ONE_SERVER,
): GuardedConnections {
  const guard = guardFor(allowedCidrs);
  const plain = new RequestFilteringHttpAgent(guard);
  const secure = new RequestFilteringHttpsAgent(guard);
  const connect: buildConnector.connector = ({ hostname, port, protocol, servername }, opened) => {
    const isSecure = protocol === 'https:';
    const agent = isSecure ? secure : plain;
    const socket = agent.createConnection({
      host: hostname,
      port: Number(port || (isSecure ? 443 : 80)),
      keepAlive: true,
      noDelay: true,
      // SNI takes no IP addresses (RFC 6066).
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

/** Opens a plain socket, for a protocol other than HTTP. */
export type OpenSocket = (to: {
  readonly host: string;
  readonly port: number;
  readonly withinMs: number;
}) => Promise<Socket>;

/** Opens sockets to public addresses and those in `allowedCidrs`. Rejects with the error of the connection. */
export function createOpenSocket(allowedCidrs: readonly string[]): OpenSocket {
  const agent = new RequestFilteringHttpAgent(guardFor(allowedCidrs));
  return ({ host, port, withinMs }) =>
    new Promise((resolve, reject) => {
      const socket = agent.createConnection({ host, port, noDelay: true }) as Socket;
      const deadline = setTimeout(() => socket.destroy(new ConnectTimedOut()), withinMs);
      const failed = (error: Error) => {
        clearTimeout(deadline);
        reject(error);
      };
      socket.once('error', failed).once('connect', () => {
        clearTimeout(deadline);
        socket.off('error', failed);
        resolve(socket);
      });
    });
}

function guardFor(allowedCidrs: readonly string[]) {
  return { lookup: createCoalescedLookup(), allowIPAddressList: singleAddressesFirst(allowedCidrs) };
}

/** No connection was established in time. */
class ConnectTimedOut extends Error {
  readonly code = 'ETIMEDOUT';
}

const brokenHandshakes = new WeakSet<Error>();

/** Whether this error ended a TLS handshake: the server was reached, and nothing of the request was sent. */
export function isBrokenHandshake(error: Error): boolean {
  return brokenHandshakes.has(error);
}

/** Whether the pools refused to open this socket; the library marks the error by its message only. */
export function isBlocked(error: Error): boolean {
  return !('code' in error) && / is not allowed\. Because,? It is /.test(error.message);
}

// The library warns when it compares an IPv4 address with an IPv6 range. A range of one address is therefore passed as
// that address and compared before all ranges.
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

// Name resolution has only four threads per process, which one slowly resolving name would take from all other calls.
// So concurrent lookups of the same name are combined into one.
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
