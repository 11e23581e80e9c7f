/** Opens the stores, and configures the driver with their time limits. */
import { MongoClient } from 'mongodb';
import type { FailpointHook } from './driver/failpoint-hook.js';
import { guardedDb, guardedWriter } from './driver/guarded-db.js';
import { databaseName } from './migrations/schema.js';
import { type ClientWatcher, ReplaceableClient } from './driver/replaceable-client.js';
import { type CountBounds, usualCountBounds } from './counts/count-store.js';
import { storesOn } from './stores-on.js';
import type { OpenedStores, Stores } from './stores.js';
import { sweepTiming, type SweepTiming } from './sweep/sweep-timing.js';

/**
 * How long the stores may take before a call fails. Both limits together bound each operation, whatever the driver
 * does.
 */
export interface StoreLimits {
  /** The time to find a server. */
  readonly connectTimeoutMs: number;
  /** The time for a single call. */
  readonly callTimeoutMs: number;
  /** The maximum number of connections to each server. */
  readonly poolSize: number;
}

/** How stores are opened. */
export interface StoreOptions extends Partial<StoreLimits> {
  readonly failpointHook?: FailpointHook;
  readonly watcher?: ClientWatcher;
  readonly counts?: Partial<CountBounds>;
  readonly sweep?: SweepTiming;
  /** For tests of those who must notice: a decision that exists is replaced, instead of refusing a second one. */
  readonly replacesDecisions?: boolean;
}

const HEARTBEAT_MS = 2_000;

const usual: Required<StoreOptions> = {
  connectTimeoutMs: 5_000,
  callTimeoutMs: 15_000,
  poolSize: 32,
  failpointHook: () => undefined,
  watcher: { timedOut: () => undefined, replaced: () => undefined },
  counts: {},
  sweep: sweepTiming(),
  replacesDecisions: false,
};

/**
 * Opens the stores at a MongoDB `url` and waits for the database; see {@link storesAt}. Rejects if it does not answer.
 */
export async function openStores(url: string, options: StoreOptions = {}): Promise<Stores> {
  const stores = storesAt(url, options);
  try {
    await stores.clock.begin();
    return stores;
  } catch (error) {
    await stores.close();
    throw error;
  }
}

/**
 * Creates the stores at a MongoDB `url`, in the database it names or `sluice`, without querying the database, which may
 * be unavailable. Everything is written with majority and journal, because a crash that forgot a cap or an attempt
 * would break a promise.
 */
export function storesAt(url: string, options: StoreOptions = {}): OpenedStores {
  const { failpointHook, watcher, counts, sweep, replacesDecisions, ...limits } = { ...usual, ...options };
  const { connectTimeoutMs, callTimeoutMs } = limits;
  const timeoutMs = connectTimeoutMs + callTimeoutMs;
  const client = new ReplaceableClient(() => openClient(url, limits), timeoutMs, watcher);
  const db = guardedDb(client, databaseName(url), timeoutMs);
  const writer = guardedWriter(client, timeoutMs);
  return storesOn({ db, writer, client }, failpointHook, {
    counts: { ...usualCountBounds, ...counts },
    sweep,
    replacesDecisions,
  });
}

function openClient(url: string, { connectTimeoutMs, callTimeoutMs, poolSize }: StoreLimits): MongoClient {
  return new MongoClient(url, {
    serverSelectionTimeoutMS: connectTimeoutMs,
    connectTimeoutMS: connectTimeoutMs,
    // A frozen server keeps its connections open, so only missing heartbeats reveal it.
    heartbeatFrequencyMS: HEARTBEAT_MS,
    socketTimeoutMS: callTimeoutMs,
    waitQueueTimeoutMS: callTimeoutMs,
    writeConcern: { w: 'majority', journal: true },
    ignoreUndefined: true,
    maxPoolSize: poolSize,
  });
}
