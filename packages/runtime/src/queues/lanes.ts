/**
 * Lanes: the batches of one receiver have few places in a process, so that a receiver that hangs holds up nobody else's.
 * A batch that finds its lane full waits there a moment for a place. When none comes free by then, the lane is blocked, and
 * its batches are put off until one of those in hand has ended.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** The lanes of one process. */
export interface Lanes {
  /**
   * Runs `work` in a place of the lane. Answers for how long to put it off when the lane is blocked, else nothing; work
   * without a lane calls nobody and always runs.
   */
  run(lane: string | undefined, work: () => Promise<void>): Promise<Blocked | undefined>;
}

/** The lane has no place. */
export interface Blocked {
  readonly putOffMs: number;
}

/** How many batches of one lane a process has in hand, and how long a further one waits for a place. */
export interface LaneBounds {
  readonly places: number;
  readonly patienceMs: number;
}

interface Lane {
  inHand: number;
  /** How many batches were put off since the last one in hand ended; each is put off a little longer than the one before. */
  putOff: number;
  isBlocked: boolean;
  readonly waiting: (() => void)[];
}

const PUT_OFF_MS = 500;
const PUT_OFF_AT_MOST_MS = 30_000;

/** Begins with every lane free. */
export function createLanes({ places, patienceMs }: LaneBounds): Lanes {
  const lanes = new Map<string, Lane>();

  async function placeIn(lane: Lane): Promise<boolean> {
    if (lane.inHand < places) {
      lane.inHand += 1;
      return true;
    }
    if (lane.isBlocked) return false;
    const stopped = new AbortController();
    let given: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (given = resolve));
    lane.waiting.push(given);
    await Promise.race([
      freed,
      pause(patienceMs, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined),
    ]);
    stopped.abort();
    const at = lane.waiting.indexOf(given);
    // Whoever is not in the line any more was given the place, however late.
    if (at < 0) return true;
    lane.waiting.splice(at, 1);
    lane.isBlocked = true;
    return false;
  }

  function leave(name: string, lane: Lane): void {
    lane.isBlocked = false;
    lane.putOff = 0;
    // The place goes to whoever waits longest; nobody can take it in between.
    const next = lane.waiting.shift();
    if (next) return next();
    lane.inHand -= 1;
    if (lane.inHand === 0) lanes.delete(name);
  }

  return {
    async run(name, work) {
      if (name === undefined) {
        await work();
        return undefined;
      }
      const lane = lanes.get(name) ?? { inHand: 0, putOff: 0, isBlocked: false, waiting: [] };
      lanes.set(name, lane);
      if (!(await placeIn(lane))) {
        lane.putOff += 1;
        return { putOffMs: Math.min(lane.putOff * PUT_OFF_MS, PUT_OFF_AT_MOST_MS) };
      }
      try {
        await work();
        return undefined;
      } finally {
        leave(name, lane);
      }
    },
  };
}
