/**
 * The places of a process: a batch takes one from when it is taken from the queue until it has ended or leaves. It runs
 * once its lane and then its tenant's share has room.
 */
import type { BatchRef } from './fair-queue.js';
import { createLanes, type LaneBounds } from './lanes.js';
import { createShares } from './shares.js';

/** The places of one process. */
export interface Places {
  /**
   * Runs the `work` of a batch of this many leads; `work` reports each lead that has ended. If the batch has to leave
   * instead, resolves to a function that takes what is to be called when it may come back.
   */
  run(
    batch: BatchRef,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<WhenFree | undefined>;
  /** Calls back all batches that left, because this process will not run them any more. */
  close(): void;
}

/** Calls `comeBack` once there may be room, or at once if there has been since the batch had to leave. */
export type WhenFree = (comeBack: () => void) => void;

/** Creates places that are all free; `isFull` says whether none is. */
export function createPlaces(bounds: LaneBounds, isFull: () => boolean): Places {
  const lanes = createLanes(bounds);
  // The other half is enough for the other tenants, and rarely missed by a tenant that is alone: each of its batches
  // makes up to 64 calls at once.
  const most = Math.max(1, Math.floor(bounds.places / 2));
  const shares = createShares({ most, patienceMs: bounds.patienceMs, isFull });

  return {
    async run(batch, leads, work) {
      const lane = laneOf(batch);
      // Batches without a lane share one, which bounds them already.
      if (lane === undefined) return void (await lanes.run(lane, leads, work));
      // Its lane comes first: a batch that waits for its receiver must use up nothing of its tenant's share.
      let whenFree: WhenFree | undefined;
      const entered = await lanes.run(lane, leads, async (leadEnded) => {
        const ran = await shares.run(batch, () => work(leadEnded));
        if (ran === 'blocked') whenFree = (comeBack) => shares.whenFree(batch, comeBack);
      });
      return entered === 'blocked' ? (comeBack) => lanes.whenFree(lane, comeBack) : whenFree;
    },
    close() {
      lanes.close();
      shares.close();
    },
  };
}

// Tenants may use the same receiver name, and one tenant's receiver must not affect another tenant.
function laneOf({ tenantId, lane }: BatchRef): string | undefined {
  return lane === undefined ? undefined : `${tenantId}/${lane}`;
}
