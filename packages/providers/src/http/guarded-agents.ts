/**
 * The connection pools of outbound calls. Every address is judged in the moment a socket is opened to it, after
 * the name was resolved, so that a name cannot be public when checked and private when called.
 */
import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** The pools of one client. */
export interface GuardedAgents {
  readonly http: RequestFilteringHttpAgent;
  readonly https: RequestFilteringHttpsAgent;
  close(): void;
}

// Most servers close an idle connection after 5 s; a call on one that is just being closed is lost.
const idleSocketMs = 4_000;

/** Opens pools that reach public addresses and, besides, those in `allowedCidrs`. */
export function createGuardedAgents(allowedCidrs: readonly string[]): GuardedAgents {
  const options = {
    keepAlive: true,
    maxSockets: 256,
    maxFreeSockets: 64,
    timeout: idleSocketMs,
    scheduling: 'lifo',
    lookup: createSharedLookup(),
    allowIPAddressList: singleAddressesFirst(allowedCidrs),
  } as const;
  const http = new RequestFilteringHttpAgent(options);
  const https = new RequestFilteringHttpsAgent(options);
  return {
    http,
    https,
    close() {
      http.destroy();
      https.destroy();
    },
  };
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
// away from everybody else's calls, so calls that ask for the same name at the same time ask once.
function createSharedLookup() {
  const running = new Map<string, ((outcome: LookupOutcome) => void)[]>();
  return function sharedLookup(hostname: string, options: LookupOptions, done: Resolved): void {
    const tell = ({ error, addresses }: LookupOutcome) => {
      const [first] = addresses;
      if (options.all === true) done(error, addresses);
      else done(error, first?.address ?? '', first?.family);
    };
    const key = `${hostname}/${options.family ?? 0}/${options.hints ?? 0}`;
    const waiting = running.get(key);
    if (waiting !== undefined) {
      waiting.push(tell);
      return;
    }
    const listeners = [tell];
    running.set(key, listeners);
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      running.delete(key);
      for (const listener of listeners) listener({ error, addresses: error ? [] : addresses });
    });
  };
}
