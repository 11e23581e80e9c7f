/**
 * The places of a process: a batch takes one from when it is taken from the queue until it has ended or is parked. A batch
 * that calls a receiver runs once the lane of its receiver has room, and then that of its tenant: a running batch cannot
 * be interrupted, so a tenant never gets all places, however many of its receivers hang.
 */
import type { BatchRef } from './fair-queue.js';
import { createLanes, type LaneBounds, type Lanes } from './lanes.js';

/** The places of one process. */
export interface Places {
  /**
   * Runs the `work` of a batch of this many leads; `work` reports each lead that has ended. If the batch has to be parked
   * instead, resolves to a function that takes what is to be called when it may resume.
   */
  run(
    batch: BatchRef,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<WhenFree | undefined>;
  /** Resumes all parked batches, for other processes: this one will not run them any more. */
  close(): void;
}

/** Calls `resume` once there may be room, or at once if there has been since the batch was blocked. */
export type WhenFree = (resume: () => void) => void;

/** Creates places that are all free. */
export function createPlaces(bounds: LaneBounds): Places {
  const receivers = createLanes(bounds);
  // The other half is enough for the other tenants, and rarely missed by a tenant that is alone: each of its batches
  // makes up to 64 calls at once.
  const half = Math.max(1, Math.floor(bounds.places / 2));
  const tenants = createLanes({ ...bounds, runs: half, batchesTogether: 1 });

  return {
    async run({ tenantId, lane }, leads, work) {
      // Without a receiver all batches form one lane, whose batches are never parked.
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
      return (resume) => lanes.whenFree(name, resume);
    },
    close() {
      receivers.close();
      tenants.close();
    },
  };
}
