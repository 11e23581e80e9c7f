/** The tools of a scene, and its results. */
import type { Pace } from '../checker/database.js';
import type { Rig } from '../faults/fault.js';
import type { ClientLine } from '../ledgers/client-line.js';

/** One measurement. */
export interface Recovery {
  readonly what: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'requests';
  /** The maximum on a machine that has nothing else to do. */
  readonly atMost: number;
}

/** The tools with which a scene acts and measures. */
export interface Stage {
  readonly rig: Rig;
  /** Posts this many leads per second to a good buyer, for the given time. */
  load(perSecond: number, seconds: number): void;
  /** The acceptance and end of the submissions accepted since `instant`. */
  paces(instant: Date): Promise<readonly Pace[]>;
  /** The affiliates' ledger lines since `instant`. */
  receipts(instant: Date): readonly ClientLine[];
  /** Resolves with the time at which no lead or effect is in progress. */
  atRest(): Promise<Date>;
}
