/** The database server: whether Sluice works with it, what it is, and how full its disk is. */
import type { StoreDb } from '../registry/collections.js';
import type { DatabaseClock } from './clock.js';

/** The wire version of MongoDB 8.0, the first with a command that writes to several collections. */
const LEAST_WIRE_VERSION = 25;

/** The server is older than MongoDB 8.0, so a service must not work on it. */
export class ServerTooOldError extends Error {
  override readonly name = 'ServerTooOldError';

  constructor() {
    super('this MongoDB is older than 8.0');
  }
}

/** Throws a {@link ServerTooOldError} if the server of `db` is too old. */
export async function checkServer(db: StoreDb): Promise<void> {
  const { maxWireVersion } = await db.admin().command({ hello: 1 });
  if (Number(maxWireVersion) < LEAST_WIRE_VERSION) throw new ServerTooOldError();
}

/** Facts about the database server. */
export interface ServerFacts {
  readonly kind: 'server' | 'replica set' | 'sharded cluster';
  /** How far its clock is ahead of this machine's, in milliseconds; negative if behind. */
  readonly clockAheadMs: number;
}

/** What the server is. Rejects if it does not answer. */
export async function serverFacts(db: StoreDb, clock: Pick<DatabaseClock, 'now'>): Promise<ServerFacts> {
  const hello = await db.admin().command({ hello: 1 });
  const sharded = hello['msg'] === 'isdbgrid';
  const kind = sharded ? 'sharded cluster' : hello['setName'] === undefined ? 'server' : 'replica set';
  return { kind, clockAheadMs: clock.now().getTime() - Date.now() };
}

/** How much of a disk is used. */
export interface DiskUse {
  readonly usedBytes: number;
  readonly totalBytes: number;
}

/** How full the server's disk is; undefined if it does not report that. Rejects if it does not answer. */
export async function diskUse(db: StoreDb): Promise<DiskUse | undefined> {
  const { fsUsedSize: usedBytes, fsTotalSize: totalBytes } = await db.command({ dbStats: 1 });
  const known = typeof usedBytes === 'number' && typeof totalBytes === 'number';
  return known && totalBytes > 0 ? { usedBytes, totalBytes } : undefined;
}
