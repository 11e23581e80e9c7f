/**
 * Bulkheads: how the concurrency of a process is divided, so that neither a receiver nor a tenant uses up all of it. A batch
 * counts from when it is taken from the queue until it has ended or is delayed. One that calls a receiver runs once the lane
 * of its receiver has room, and then that of its tenant: a running batch cannot be interrupted, so a tenant never gets the
 * whole concurrency, however many of its receivers hang.
 */
import type { BatchRef } from './fair-queue.js';
import { createLanes, type LaneBounds, type Lanes } from './lanes.js';

/** The bulkheads of one process. */
export interface Bulkheads {
  /**
   * Runs the `work` of a batch of this many leads; `work` reports each lead that has ended. If the batch has to be delayed
   * instead, resolves to a function that takes what is to be called when it may be promoted.
   */
  run(
    batch: BatchRef,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<WhenFree | undefined>;
  /** Promotes all delayed batches, for other processes: this one will not run them any more. */
  close(): void;
}

/** Calls `promote` once there may be room, or at once if there has been since the batch was blocked. */
export type WhenFree = (promote: () => void) => void;

/** Creates bulkheads with nothing behind them. */
export function createBulkheads(bounds: LaneBounds): Bulkheads {
  const receivers = createLanes(bounds);
  // The other half is enough for the other tenants, and rarely missed by a tenant that is alone: each of its batches
  // makes up to 64 calls at once.
  const half = Math.max(1, Math.floor(bounds.concurrency / 2));
  const tenants = createLanes({ ...bounds, runs: half, batchesTogether: 1 });

  return {
    async run({ tenantId, lane }, leads, work) {
      // Without a receiver all batches form one lane, whose batches are never delayed.
      if (lane === undefined) return void (await receivers.run(lane, leads, work));
      // Tenants may use the same receiver name, and one tenant's receiver must not affect another tenant.
      const receiver = `${tenantId}/${lane}`;
      let blockedIn: [Lanes, string] | undefined;
      const entered = await receivers.run(receiver, leads, async (endedThere) => {
        const ran = await tenants.run(tenantId, leads, (endedHere) =>
          work(() => {
            endedThere();
            endedHere();
          }),
        );
        if (ran === 'blocked') blockedIn = [tenants, tenantId];
      });
      if (entered === 'blocked') blockedIn = [receivers, receiver];
      if (!blockedIn) return undefined;
      const [lanes, name] = blockedIn;
      return (promote) => lanes.whenFree(name, promote);
    },
    close() {
      receivers.close();
      tenants.close();
    },
  };
}
