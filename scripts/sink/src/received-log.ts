/** The received requests: counts of all, and the latest in full, within a fixed amount of memory. */

/** One request as it is kept. */
export interface Received {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** What stands behind the path, without the question mark; absent if nothing does. */
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** At most 20 kB of it. */
  readonly body: string;
  readonly key?: string;
  /** The answered status; 0 if the sink dropped the request or left it hanging. */
  readonly status: number;
  /** How the sink misbehaved, if it was scripted to. */
  readonly mode?: string;
}

/** Counts for one path or for all paths. A duplicate is a request whose key reached the same path before. */
export interface Counts {
  requests: number;
  distinctKeys: number;
  duplicates: number;
  readonly statuses: Record<string, number>;
}

export type Stats = Counts & { readonly since: string; readonly paths: Readonly<Record<string, Counts>> };

/** Selects the requests to show. */
export interface ReceivedQuery {
  readonly limit?: number | undefined;
  /** An exact path, or all paths below it if it ends in `*`. */
  readonly path?: string | undefined;
  readonly key?: string | undefined;
}

/** Keeps received requests. */
export interface ReceivedLog {
  add(received: Received): void;
  /** The latest requests that match, newest first. */
  latest(query: ReceivedQuery): Received[];
  stats(): Stats;
  clear(): void;
}

const maxRequests = 5_000;
const maxBytes = 32 * 1024 ** 2;
const maxBodyBytes = 20 * 1024;
const maxPaths = 1_000;
const maxKeys = 1_000_000;

/** Starts empty. Beyond a million keys, every new key counts as distinct without a check. */
export function createReceivedLog(): ReceivedLog {
  let ring: Received[] = [];
  let bytes = 0;
  let keys = new Set<string>();
  let paths = new Map<string, Counts>();
  let all = noCounts();
  let since = new Date();

  return {
    add(received) {
      const kept = { ...received, body: received.body.slice(0, maxBodyBytes) };
      ring.push(kept);
      bytes += kept.body.length;
      while (ring.length > maxRequests * 2 || bytes > maxBytes) {
        const dropped = ring.splice(0, Math.ceil(ring.length / 2));
        bytes -= dropped.reduce((sum, { body }) => sum + body.length, 0);
      }
      const seenBefore = received.key !== undefined && keyIsKnown(received.path, received.key);
      const name = paths.has(received.path) || paths.size < maxPaths ? received.path : 'others';
      const counts = paths.get(name) ?? noCounts();
      paths.set(name, counts);
      for (const each of [counts, all]) count(each, received, seenBefore);
    },
    latest({ limit = 100, path, key }) {
      const matches = ({ path: at, key: of }: Received) =>
        (path === undefined || samePath(path, at)) && (key === undefined || of === key);
      const found: Received[] = [];
      for (let index = ring.length - 1; index >= 0 && found.length < limit; index -= 1) {
        const received = ring[index];
        if (received !== undefined && matches(received)) found.push(received);
      }
      return found;
    },
    stats: () => structuredClone({ since: since.toISOString(), ...all, paths: Object.fromEntries(paths) }),
    clear() {
      ring = [];
      bytes = 0;
      keys = new Set();
      paths = new Map();
      all = noCounts();
      since = new Date();
    },
  };

  function keyIsKnown(path: string, key: string): boolean {
    const name = `${path} ${key}`;
    if (keys.has(name)) return true;
    if (keys.size < maxKeys) keys.add(name);
    return false;
  }
}

function noCounts(): Counts {
  return { requests: 0, distinctKeys: 0, duplicates: 0, statuses: {} };
}

function count(counts: Counts, { key, status }: Received, seenBefore: boolean): void {
  counts.requests += 1;
  counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
  if (key === undefined) return;
  if (seenBefore) counts.duplicates += 1;
  else counts.distinctKeys += 1;
}

function samePath(wanted: string, path: string): boolean {
  return wanted.endsWith('*') ? path.startsWith(wanted.slice(0, -1)) : path === wanted;
}
