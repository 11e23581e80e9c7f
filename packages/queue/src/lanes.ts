/**
 * Lanes decide which batches of a queue run at once in a process. The batches of one receiver form a lane, so that a
 * hanging receiver does not hold up the others; all batches of a stage that calls no receiver form one. `bulkheads.ts`
 * also bounds tenants by lanes. A lane runs few batches at once. Batches that arrive meanwhile wait, and small ones then
 * run together, so that one round trip serves them.
 *
 * | state of a batch | begins when                                             | ends when                          |
 * | ---------------- | ------------------------------------------------------- | ---------------------------------- |
 * | running          | its lane runs fewer than `runs`                         | its last lead ends                 |
 * | waiting          | its lane runs `runs`; it counts towards the concurrency | a run of its lane ends: running    |
 * | delayed          | it waited, the process was full and no lead of its lane | a lead of its lane ends, or its    |
 * |                  | ended for `stalledAfterMs`: it returned to the queue    | delay: any worker takes it         |
 */

/** The lanes of one process. */
export interface Lanes {
  /**
   * Runs the `work` of this many leads in its lane; `work` reports each lead that has ended. Resolves to `blocked` when
   * the batch has to be delayed instead. The unnamed lane is never blocked.
   */
  run(
    lane: string | undefined,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<'ran' | 'blocked'>;
  /** Calls `promote` when a lead of the lane ends, or at once if one has ended since the batch was blocked. */
  whenFree(lane: string | undefined, promote: () => void): void;
  /** Promotes all delayed batches, for other processes: this one will not run them any more. */
  close(): void;
}

/** The bounds of the lanes of a process. */
export interface LaneBounds {
  /** The maximum number of batches in the process, running or waiting. */
  readonly concurrency: number;
  /** How many runs each lane has at once; batches that run together count as one. */
  readonly runs: number;
  /** The maximum number of leads that run together in small batches, and the maximum number of those batches. */
  readonly leadsTogether: number;
  readonly batchesTogether: number;
  /** How long a lane may have no lead end while its batches wait and the process is full. */
  readonly stalledAfterMs: number;
}

interface Lane {
  running: number;
  isBlocked: boolean;
  waiting: Waiting[];
  /** Promote the delayed batches. */
  delayed: (() => void)[];
  /** Runs while batches wait; starts anew whenever a lead ends. */
  stallTimer: NodeJS.Timeout | undefined;
}

interface Waiting {
  readonly leads: number;
  /** Receives the run of the batch, or undefined when the lane is blocked. */
  readonly begin: (run: Run | undefined) => void;
}

/** Batches that started together and end one by one. */
interface Run {
  left: number;
}

const UNNAMED = '';

/** Creates lanes that are all free. */
export function createLanes({
  concurrency,
  runs,
  leadsTogether,
  batchesTogether,
  stalledAfterMs,
}: LaneBounds): Lanes {
  const lanes = new Map<string, Lane>();
  let batchesHere = 0;

  function laneOf(name: string): Lane {
    const known = lanes.get(name);
    if (known) return known;
    const lane: Lane = { running: 0, isBlocked: false, waiting: [], delayed: [], stallTimer: undefined };
    lanes.set(name, lane);
    return lane;
  }

  function enter(name: string, lane: Lane, leads: number): Promise<Run | undefined> | Run | undefined {
    if (lane.running < runs) {
      lane.running += 1;
      return { left: 1 };
    }
    if (lane.isBlocked) return undefined;
    return new Promise((begin) => {
      lane.waiting.push({ leads, begin });
      if (name !== UNNAMED)
        lane.stallTimer ??= setTimeout(() => blockIfStalled(lane), stalledAfterMs).unref();
    });
  }

  function blockIfStalled(lane: Lane): void {
    if (batchesHere < concurrency) return void lane.stallTimer?.refresh();
    lane.isBlocked = true;
    lane.stallTimer = undefined;
    for (const { begin } of lane.waiting.splice(0)) begin(undefined);
  }

  function leadEnded(lane: Lane): void {
    lane.stallTimer?.refresh();
    if (!lane.isBlocked) return;
    lane.isBlocked = false;
    promoteDelayed(lane);
  }

  // A few at a time, so that the rest need not be delayed again if the receiver hangs again.
  function promoteDelayed(lane: Lane, atMost = batchesTogether): void {
    for (const promote of lane.delayed.splice(0, atMost)) promote();
  }

  function batchEnded(name: string, lane: Lane, run: Run): void {
    leadEnded(lane);
    promoteDelayed(lane);
    run.left -= 1;
    if (run.left > 0) return;
    if (lane.waiting.length > 0) return beginWaiting(lane);
    lane.running -= 1;
    if (lane.running > 0) return;
    lanes.delete(name);
    promoteDelayed(lane, Infinity);
  }

  // Starts the batches that have waited longest, as many as may run together.
  function beginWaiting(lane: Lane): void {
    let leads = 0;
    let batches = 0;
    for (const one of lane.waiting) {
      leads += one.leads;
      if (batches === batchesTogether || (batches > 0 && leads > leadsTogether)) break;
      batches += 1;
    }
    const together = lane.waiting.splice(0, batches);
    if (lane.waiting.length === 0) {
      clearTimeout(lane.stallTimer);
      lane.stallTimer = undefined;
    }
    const run = { left: together.length };
    for (const { begin } of together) begin(run);
  }

  return {
    async run(name = UNNAMED, leads, work) {
      const lane = laneOf(name);
      batchesHere += 1;
      try {
        const run = await enter(name, lane, leads);
        if (!run) return 'blocked';
        try {
          await work(() => leadEnded(lane));
        } finally {
          batchEnded(name, lane, run);
        }
        return 'ran';
      } finally {
        batchesHere -= 1;
      }
    },
    whenFree(name = UNNAMED, promote) {
      const lane = lanes.get(name);
      if (lane?.isBlocked === true) lane.delayed.push(promote);
      else promote();
    },
    close() {
      for (const lane of lanes.values()) promoteDelayed(lane, Infinity);
    },
  };
}
