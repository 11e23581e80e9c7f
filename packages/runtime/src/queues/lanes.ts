/**
 * Lanes: what of a queue's batches runs at once in a process. The batches of one receiver share a lane, so that a receiver
 * that hangs does not hold up the others; those of a stage that calls no receiver share one lane. A lane has few runs at a time; what
 * arrives meanwhile waits, and small batches that waited run together, so that their round trips meet.
 *
 * Batches that wait take places of the process. Once they take all of them, those of a lane of which no lead ends leave,
 * and come back as soon as one does.
 */

/** The lanes of one process. */
export interface Lanes {
  /**
   * Runs `work` of so many leads in its lane; `work` says of each lead that it has ended. Answers `blocked` when the batch
   * has to leave instead. The lane without a name is never blocked.
   */
  run(
    lane: string | undefined,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<'ran' | 'blocked'>;
  /** Calls `comeBack` when a lead of the lane ends; at once when one did so after the batch had to leave. */
  whenFree(lane: string | undefined, comeBack: () => void): void;
  /** Calls back all that left: this process runs none of them any more. */
  close(): void;
}

/** The bounds of the lanes of a process. */
export interface LaneBounds {
  /** How many batches the process has in hand at most. */
  readonly places: number;
  /** How many runs each lane has. */
  readonly runs: number;
  /** How many leads run together at most, where batches are smaller; and how many batches. */
  readonly leadsTogether: number;
  readonly batchesTogether: number;
  /** How long no lead of a lane may end while its batches wait and no place is left. */
  readonly patienceMs: number;
}

interface Lane {
  running: number;
  isBlocked: boolean;
  waiting: Waiting[];
  /** How to call back those that left. */
  away: (() => void)[];
  patience: NodeJS.Timeout | undefined;
}

interface Waiting {
  readonly leads: number;
  /** Told its run, or nothing when the lane is blocked. */
  readonly begin: (run: Run | undefined) => void;
}

/** Batches that began together, and end one by one. */
interface Run {
  left: number;
}

const UNNAMED = '';

/** Begins with every lane free. */
export function createLanes({ places, runs, leadsTogether, batchesTogether, patienceMs }: LaneBounds): Lanes {
  const lanes = new Map<string, Lane>();
  let inHand = 0;

  function laneOf(name: string): Lane {
    const known = lanes.get(name);
    if (known) return known;
    const lane: Lane = { running: 0, isBlocked: false, waiting: [], away: [], patience: undefined };
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
      if (name !== UNNAMED) lane.patience ??= setTimeout(() => look(lane), patienceMs).unref();
    });
  }

  function look(lane: Lane): void {
    if (inHand < places) return void lane.patience?.refresh();
    lane.isBlocked = true;
    lane.patience = undefined;
    for (const { begin } of lane.waiting.splice(0)) begin(undefined);
  }

  function leadEnded(lane: Lane): void {
    lane.patience?.refresh();
    if (!lane.isBlocked) return;
    lane.isBlocked = false;
    callBack(lane);
  }

  // A few at a time: should the receiver hang again, the others need not leave again.
  function callBack(lane: Lane, atMost = batchesTogether): void {
    for (const comeBack of lane.away.splice(0, atMost)) comeBack();
  }

  function leave(name: string, lane: Lane, run: Run): void {
    leadEnded(lane);
    callBack(lane);
    run.left -= 1;
    if (run.left > 0) return;
    if (lane.waiting.length > 0) return beginWaiting(lane);
    lane.running -= 1;
    if (lane.running > 0) return;
    lanes.delete(name);
    callBack(lane, Infinity);
  }

  // Those that have waited longest, as many as may run together.
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
      clearTimeout(lane.patience);
      lane.patience = undefined;
    }
    const run = { left: together.length };
    for (const { begin } of together) begin(run);
  }

  return {
    async run(name = UNNAMED, leads, work) {
      const lane = laneOf(name);
      inHand += 1;
      try {
        const run = await enter(name, lane, leads);
        if (!run) return 'blocked';
        try {
          await work(() => leadEnded(lane));
        } finally {
          leave(name, lane, run);
        }
        return 'ran';
      } finally {
        inHand -= 1;
      }
    },
    whenFree(name = UNNAMED, comeBack) {
      const lane = lanes.get(name);
      if (lane?.isBlocked === true) lane.away.push(comeBack);
      else comeBack();
    },
    close() {
      for (const lane of lanes.values()) callBack(lane, Infinity);
    },
  };
}
