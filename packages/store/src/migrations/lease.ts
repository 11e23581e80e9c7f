/**
 * The lease under which only one process migrates at a time. It is renewed during the work and compared with the
 * database's clock, so that a process that died is replaced and one that was cut off stops.
 */
import { repeat } from '@sluice/concurrency';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Collection } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';

/** Another process may be migrating now, so this one has to stop. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** The lease as stored. */
export interface MigrationLease {
  readonly _id: string;
  readonly holder?: string;
  readonly until?: Date;
}

/** How long a lease lasts without renewal, and how often it is renewed, in milliseconds. */
export interface LeaseTimes {
  readonly leaseMs: number;
  readonly renewEveryMs: number;
}

const usualTimes: LeaseTimes = { leaseMs: 30_000, renewEveryMs: 5_000 };
const ASK_AGAIN_MS = 500;

/**
 * Runs `work` while this process holds the lease. If another process holds it, waits for that one and calls `waits`
 * once. Rejects with a {@link LeaseLostError} if the lease could not be renewed in time; `work` is then abandoned.
 */
export async function underLease<T>(
  leases: Collection<MigrationLease>,
  work: (throwIfLost: () => void) => Promise<T>,
  waits: () => void,
  { leaseMs, renewEveryMs }: LeaseTimes = usualTimes,
): Promise<T> {
  const holder = randomUUID();
  for (let tries = 0; !(await take(leases, holder, leaseMs)); tries += 1) {
    if (tries === 0) waits();
    await pause(ASK_AGAIN_MS);
  }
  const lease = keepLease(leases, holder, { leaseMs, renewEveryMs });
  try {
    return await Promise.race([work(lease.throwIfLost), lease.lost]);
  } finally {
    // Otherwise a renewal in progress could take the lease again.
    await lease.stop();
    await leases
      .updateOne({ _id: 'lease', holder }, { $unset: { holder: '', until: '' } })
      .catch(() => undefined);
  }
}

async function take(leases: Collection<MigrationLease>, holder: string, leaseMs: number): Promise<boolean> {
  const free = {
    $or: [{ $eq: ['$holder', holder] }, { $lte: [{ $ifNull: ['$until', new Date(0)] }, '$$NOW'] }],
  };
  const taken = {
    holder: { $cond: [free, holder, '$holder'] },
    until: { $cond: [free, { $add: ['$$NOW', leaseMs] }, '$until'] },
  };
  try {
    const lease = await leases.findOneAndUpdate({ _id: 'lease' }, [{ $set: taken }], {
      upsert: true,
      returnDocument: 'after',
    });
    return lease?.holder === holder;
  } catch (error) {
    // Two processes created the lease document at once.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

// Renews the lease until stopped. `lost` never resolves; it rejects as soon as another process may hold the lease.
function keepLease(
  leases: Collection<MigrationLease>,
  holder: string,
  { leaseMs, renewEveryMs }: LeaseTimes,
) {
  let heldUntil = performance.now() + leaseMs;
  const throwIfLost = (): void => {
    if (performance.now() > heldUntil) throw new LeaseLostError('The lease on the migration was lost.');
  };
  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    if (await take(leases, holder, leaseMs)) heldUntil = askedAt + leaseMs;
    else heldUntil = 0;
    throwIfLost();
  };
  let isLost: (error: unknown) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => (isLost = reject));
  // Once the work is done, no caller handles this rejection.
  lost.catch(() => undefined);
  const renewing = repeat({
    what: 'renewing the lease',
    run: renew,
    everyMs: renewEveryMs,
    // A renewal that never settles must not hide that the lease has expired.
    withinMs: renewEveryMs,
    failed: () => {
      try {
        throwIfLost();
      } catch (error) {
        isLost(error);
      }
    },
  });
  return { lost, throwIfLost, stop: () => renewing.stop() };
}
