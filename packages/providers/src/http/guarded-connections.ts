/**
 * The connection pools of outbound calls. Every address is checked when a socket is opened to it, after its name was
 * resolved, so that a name cannot be public when checked and private when called.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import type { Agent as HttpAgent, ClientRequest } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** The pools of one client. */
export interface GuardedConnections {
  readonly plain: HttpAgent;
  readonly secure: HttpsAgent;
  close(): void;
}

// Most servers close an idle connection after 5 s, and a call on a connection that is just being closed is lost.
const idleSocketMs = 4_000;
const SOCKETS_OF_ONE_SERVER = 256;

/**
 * Opens pools that reach public addresses and those in `allowedCidrs`, with at most `sockets` connections to one
 * server.
 */
export function createGuardedConnections(
  allowedCidrs: readonly string[],
  sockets = SOCKETS_OF_ONE_SERVER,
): GuardedConnections {
  const options = {
    ...guardFor(allowedCidrs),
    keepAlive: true,
    // What axios sets at every call; another value would be two more system calls.
    keepAliveMsecs: 60_000,
    maxSockets: sockets,
    // Of an idle connection; a call has a deadline of its own.
    timeout: idleSocketMs,
  };
  const plain = new RequestFilteringHttpAgent(options);
  const secure = new RequestFilteringHttpsAgent({ ...options, ALPNProtocols: ['http/1.1'] });
  for (const agent of [plain, secure]) closeOnStray(agent);
  return {
    plain,
    secure,
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}

/** What Node documents of its pools, and their types lack. */
interface PoolHooks extends HttpAgent {
  keepSocketAlive: (socket: Duplex) => boolean;
  reuseSocket: (socket: Duplex, request: ClientRequest) => void;
}

// What a server sends while nobody waits for an answer would be taken for the answer of the next call.
function closeOnStray(pool: HttpAgent): void {
  const agent = pool as PoolHooks;
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  const close = function (this: Duplex) {
    this.destroy();
  };
  agent.keepSocketAlive = (socket) => {
    const isKept = keep(socket);
    if (isKept) socket.on('data', close);
    return isKept;
  };
  agent.reuseSocket = (socket, request) => {
    socket.off('data', close);
    reuse(socket, request);
  };
}

/** Opens a plain socket, for a protocol other than HTTP. */
export type OpenSocket = (to: {
  readonly host: string;
  readonly port: number;
  readonly withinMs: number;
}) => Promise<Socket>;

/** Opens sockets to public addresses and those in `allowedCidrs`. Rejects with the error of the connection. */
export function createOpenSocket(allowedCidrs: readonly string[]): OpenSocket {
  const guard = guardFor(allowedCidrs);
  const agent = new RequestFilteringHttpAgent(guard);
  return ({ host, port, withinMs }) =>
    new Promise((resolve, reject) => {
      const socket = agent.createConnection({ host, port, noDelay: true, lookup: guard.lookup }) as Socket;
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
export class ConnectTimedOut extends Error {
  readonly code = 'ETIMEDOUT';
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
