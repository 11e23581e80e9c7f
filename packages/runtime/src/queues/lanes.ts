/**
 * Lanes: what of a queue's batches runs at once in a process. The batches of one receiver share a lane, so that a receiver
 * that hangs holds up nobody else's; those of a stage that calls nobody share one lane. A lane has few runs at a time; what
 * arrives meanwhile waits, and small batches that waited run together, so that their round trips meet.
 */

/** The lanes of one process. */
export interface Lanes {
  /**
   * Runs `work` of so many leads in its lane. Answers for how long to put it off when the lane is blocked, else nothing.
   * `work` says of each lead that it has ended. The lane without a name is never blocked.
   */
  run(
    lane: string | undefined,
    leads: number,
    work: (leadEnded: () => void) => Promise<void>,
  ): Promise<Blocked | undefined>;
}

/** The receiver has kept all runs of its lane for some time. */
export interface Blocked {
  readonly putOffMs: number;
}

/** The bounds of every lane. */
export interface LaneBounds {
  readonly runs: number;
  /** How many leads run together at most, where batches are smaller; and how many batches. */
  readonly leadsTogether: number;
  readonly batchesTogether: number;
  /** How long no lead of a lane may end while batches wait there. */
  readonly patienceMs: number;
}

interface Lane {
  running: number;
  /** How many batches were put off since a lead ended; each is put off a little longer than the one before. */
  putOff: number;
  isBlocked: boolean;
  waiting: Waiting[];
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

const PUT_OFF_MS = 500;
const PUT_OFF_AT_MOST_MS = 30_000;
const UNNAMED = '';

/** Begins with every lane free. */
export function createLanes({ runs, leadsTogether, batchesTogether, patienceMs }: LaneBounds): Lanes {
  const lanes = new Map<string, Lane>();

  function enter(name: string, lane: Lane, leads: number): Promise<Run | undefined> | Run | undefined {
    if (lane.running < runs) {
      lane.running += 1;
      return { left: 1 };
    }
    if (lane.isBlocked) return undefined;
    return new Promise((begin) => {
      lane.waiting.push({ leads, begin });
      if (name !== UNNAMED) lane.patience ??= setTimeout(() => block(lane), patienceMs).unref();
    });
  }

  function block(lane: Lane): void {
    lane.isBlocked = true;
    lane.patience = undefined;
    for (const { begin } of lane.waiting.splice(0)) begin(undefined);
  }

  function leadEnded(lane: Lane): void {
    lane.isBlocked = false;
    lane.putOff = 0;
    lane.patience?.refresh();
  }

  function leave(name: string, lane: Lane, run: Run): void {
    leadEnded(lane);
    run.left -= 1;
    if (run.left > 0) return;
    if (lane.waiting.length > 0) return beginWaiting(lane);
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(name);
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
      const lane = lanes.get(name) ?? {
        ...{ running: 0, putOff: 0, isBlocked: false, waiting: [], patience: undefined },
      };
      lanes.set(name, lane);
      const run = await enter(name, lane, leads);
      if (!run) {
        lane.putOff += 1;
        return { putOffMs: Math.min(lane.putOff * PUT_OFF_MS, PUT_OFF_AT_MOST_MS) };
      }
      try {
        await work(() => leadEnded(lane));
        return undefined;
      } finally {
        leave(name, lane, run);
      }
    },
  };
}
