/**
 * How every collection is reached: the driver's own `Db`, with every operation bounded by a deadline and sent through
 * the current client. No other code in this package talks to the driver.
 */
import { AbstractCursor, type MongoClient } from 'mongodb';
import { storeDb, type StoreDb } from '../registry/collections.js';
import type { ReplaceableClient, Track } from './replaceable-client.js';

/** An index build scans the whole collection and takes its time. */
const INDEX_BUILD_MS = 10 * 60_000;
const indexBuilds: ReadonlySet<PropertyKey> = new Set([
  'createIndex',
  'createIndexes',
  'dropIndex',
  'dropIndexes',
]);
/** Methods that return a part of the database instead of operating on it. */
const parts: ReadonlySet<PropertyKey> = new Set(['collection', 'admin']);

/** The database `name` of `client`; each of its operations rejects after `timeoutMs` at the latest. */
export function guardedDb(client: ReplaceableClient, name: string, timeoutMs: number): StoreDb {
  return storeDb(guarded({ client, timeoutMs }, '', (one) => one.db(name)));
}

/** What writes to several collections of the database at once, bounded like the operations of a {@link guardedDb}. */
export function guardedWriter(client: ReplaceableClient, timeoutMs: number): Pick<MongoClient, 'bulkWrite'> {
  return guarded({ client, timeoutMs }, '', (one) => one);
}

interface Guard {
  readonly client: ReplaceableClient;
  readonly timeoutMs: number;
}

type Method = (...args: readonly unknown[]) => unknown;

// `name` is that of the collection, for the log.
function guarded<T extends object>(guard: Guard, name: string, resolve: (client: MongoClient) => T): T {
  const resolved = new WeakMap<MongoClient, T>();
  const on = (client: MongoClient): T => {
    const known = resolved.get(client) ?? resolve(client);
    resolved.set(client, known);
    return known;
  };
  const member = (client: MongoClient, property: PropertyKey): unknown => Reflect.get(on(client), property);
  const call = (property: PropertyKey, args: readonly unknown[]): unknown => {
    const { client, track } = guard.client.lease();
    const result = Reflect.apply(member(client, property) as Method, on(client), args);
    const timeoutMs = indexBuilds.has(property) ? INDEX_BUILD_MS : guard.timeoutMs;
    return tracked(result, `${name}${name && '.'}${String(property)}`, timeoutMs, track);
  };
  const part = (property: PropertyKey, args: readonly unknown[]): object =>
    guarded(
      guard,
      property === 'collection' ? String(args[0]) : String(property),
      (client) => Reflect.apply(member(client, property) as Method, on(client), args) as object,
    );
  return new Proxy({} as T, {
    get(_target, property) {
      const current = member(guard.client.lease().client, property);
      if (typeof current !== 'function') return current;
      return (...args: readonly unknown[]) =>
        parts.has(property) ? part(property, args) : call(property, args);
    },
  });
}

function tracked(result: unknown, operation: string, timeoutMs: number, track: Track): unknown {
  if (result instanceof AbstractCursor)
    return guardedCursor(result as AbstractCursor, operation, timeoutMs, track);
  return isPromise(result) ? track(operation, timeoutMs, result) : result;
}

function isPromise(result: unknown): result is Promise<unknown> {
  return typeof (result as Promise<unknown> | undefined)?.then === 'function';
}

// Methods that refine a cursor return the cursor itself; all others are operations.
function guardedCursor(
  cursor: AbstractCursor,
  operation: string,
  timeoutMs: number,
  track: Track,
): AbstractCursor {
  const proxy: AbstractCursor = new Proxy(cursor, {
    get(target, property) {
      if (property === Symbol.asyncIterator) return () => each(proxy);
      const member = Reflect.get(target, property, target) as unknown;
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => {
        const result: unknown = Reflect.apply(member as Method, target, args);
        return result === target ? proxy : tracked(result, operation, timeoutMs, track);
      };
    },
  });
  return proxy;
}

async function* each(cursor: AbstractCursor): AsyncGenerator<unknown> {
  try {
    for (let next: unknown = await cursor.next(); next !== null; next = await cursor.next()) yield next;
  } finally {
    await cursor.close();
  }
}
