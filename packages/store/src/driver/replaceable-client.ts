/**
 * The database client of a process. Every operation has a deadline here, whatever the driver does. A client whose
 * operations, connections or heartbeats never settle is replaced by a fresh one while the process runs.
 */
import { DeadlineExceededError, repeat, withDeadline, type Repeated } from '@sluice/concurrency';
import type { MongoClient } from 'mongodb';
import { watchHeartbeats, type Heartbeats } from './watch-heartbeats.js';
import { watchPool, type PoolUse } from './watch-pool.js';

/** Receives events of the client, for the log and the metrics. */
export interface ClientWatcher {
  /** An operation, such as `leads.find`, was given up at its deadline. */
  timedOut(operation: string): void;
  /** The client leaked, and operations use a fresh one from now on; `unsettled` operations never settled. */
  replaced(unsettled: number): void;
}

/** Settles with an operation, or rejects at its deadline. */
export type Track = <T>(operation: string, timeoutMs: number, settling: Promise<T>) => Promise<T>;

/** The client for an operation, and the function that tracks the operation's promise. */
export interface ClientLease {
  readonly client: MongoClient;
  readonly track: Track;
}

/** After this many of its own deadlines, an operation or a connection counts as lost. */
const LOST_AFTER_DEADLINES = 2;
const LOOK_EVERY_MS = 5_000;
/**
 * A heartbeat starts every two seconds and fails after the connect timeout, which is part of an operation's deadline.
 */
const MOST_LOOKS_WITHOUT_HEARTBEAT = 3;
const CLOSE_WITHIN_MS = 5_000;
/** How many replacements are allowed in this time; if they do not help, the process has to be restarted. */
const MOST_REPLACED = 5;
const REPLACED_WITHIN_MS = 10 * 60_000;

interface Generation {
  readonly client: MongoClient;
  /** Operations that have not settled, each with the time from which it counts as lost. */
  readonly unsettled: Map<object, number>;
  /** Connections that are checked out, each with the time of the checkout. */
  readonly checkedOut: Map<string, number>;
  readonly heartbeats: Heartbeats;
  readonly pool: () => PoolUse;
}

/** A client that is replaced when it leaks. */
export class ReplaceableClient {
  readonly #open: () => MongoClient;
  readonly #timeoutMs: number;
  readonly #watcher: ClientWatcher;
  readonly #looking: Repeated;
  #current: Generation;
  #replacedAt: readonly number[] = [];
  #closed = false;

  /** `open` creates a client; `timeoutMs` is the default deadline of an operation. */
  constructor(open: () => MongoClient, timeoutMs: number, watcher: ClientWatcher) {
    this.#open = open;
    this.#timeoutMs = timeoutMs;
    this.#watcher = watcher;
    this.#current = generationOf(open());
    this.#looking = repeat({
      what: 'a check of the client',
      run: () => this.#look(),
      everyMs: Math.min(LOOK_EVERY_MS, timeoutMs),
      withinMs: timeoutMs + CLOSE_WITHIN_MS + LOOK_EVERY_MS,
    });
  }

  /** The client that operations use now. Call it again for each operation. */
  lease(): ClientLease {
    const generation = this.#current;
    const track: Track = (operation, timeoutMs, settling) =>
      this.#track(generation, operation, timeoutMs, settling);
    return { client: generation.client, track };
  }

  /** How the connections of the current client are used. */
  pool(): PoolUse {
    return this.#current.pool();
  }

  /** Returns a reason once replacing the client no longer helps. */
  stuck(): string | undefined {
    if (this.#recentlyReplaced() < MOST_REPLACED || !isLeaking(this.#current, this.#lostAfterMs))
      return undefined;
    return `operations on MongoDB never settle, though its client was replaced ${MOST_REPLACED} times`;
  }

  /** Connects the current client: a driver whose first connection failed does not retry without a new call. */
  async connect(): Promise<void> {
    const { client, track } = this.lease();
    await track('connect', this.#timeoutMs, client.connect());
  }

  /** Closes the client, so that running operations fail. Does not wait for operations that never settle. */
  async close(): Promise<void> {
    this.#closed = true;
    void this.#looking.stop();
    await closed(this.#current.client);
  }

  async #track<T>(
    generation: Generation,
    operation: string,
    timeoutMs: number,
    settling: Promise<T>,
  ): Promise<T> {
    const { unsettled } = generation;
    const self = {};
    unsettled.set(self, performance.now() + timeoutMs * LOST_AFTER_DEADLINES);
    const settled = settling.finally(() => unsettled.delete(self));
    try {
      return await withDeadline(operation, timeoutMs, settled);
    } catch (error) {
      if (error instanceof DeadlineExceededError) this.#watcher.timedOut(operation);
      throw error;
    }
  }

  get #lostAfterMs(): number {
    return this.#timeoutMs * LOST_AFTER_DEADLINES;
  }

  #recentlyReplaced(): number {
    const since = performance.now() - REPLACED_WITHIN_MS;
    return this.#replacedAt.filter((at) => at > since).length;
  }

  async #look(): Promise<void> {
    this.#current.heartbeats.look();
    if (this.#closed || !isLeaking(this.#current, this.#lostAfterMs)) return;
    if (this.#recentlyReplaced() < MOST_REPLACED) await this.#replace();
  }

  // While the database is unavailable the old client stays, because a fresh one would do no better.
  async #replace(): Promise<void> {
    const fresh = generationOf(this.#open());
    try {
      const answer = fresh.client.connect().then((client) => client.db('admin').command({ ping: 1 }));
      await withDeadline('connecting anew', this.#timeoutMs, answer);
    } catch {
      await closed(fresh.client);
      return;
    }
    const old = this.#current;
    if (this.#closed) {
      await closed(fresh.client);
      return;
    }
    this.#current = fresh;
    this.#replacedAt = [...this.#replacedAt, performance.now()].slice(-MOST_REPLACED);
    this.#watcher.replaced(old.unsettled.size);
    // By then every healthy operation has ended.
    setTimeout(() => void closed(old.client), this.#timeoutMs).unref();
  }
}

function generationOf(client: MongoClient): Generation {
  const checkedOut = new Map<string, number>();
  const nameOf = ({ address, connectionId }: { readonly address: string; readonly connectionId: unknown }) =>
    `${address} ${String(connectionId)}`;
  client.on('connectionCheckedOut', (event) => checkedOut.set(nameOf(event), performance.now()));
  client.on('connectionCheckedIn', (event) => checkedOut.delete(nameOf(event)));
  const heartbeats = watchHeartbeats(client, MOST_LOOKS_WITHOUT_HEARTBEAT);
  return { client, unsettled: new Map(), checkedOut, heartbeats, pool: watchPool(client) };
}

// A connection may be checked out for as long as its operation runs, so none counts as lost while a long one runs.
function isLeaking({ unsettled, checkedOut, heartbeats }: Generation, lostAfterMs: number): boolean {
  if (heartbeats.missing()) return true;
  const now = performance.now();
  const lostFrom = [...unsettled.values()];
  if (lostFrom.some((from) => from < now)) return true;
  const longest = Math.max(0, ...lostFrom.map((from) => from - now));
  return longest <= lostAfterMs && [...checkedOut.values()].some((since) => now - since > lostAfterMs);
}

async function closed(client: MongoClient): Promise<void> {
  await withDeadline('closing a client', CLOSE_WITHIN_MS, client.close()).catch(() => undefined);
}
