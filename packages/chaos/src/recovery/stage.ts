/** What a scene plays on, and what comes of it. */
import type { Pace } from '../checker/database.js';
import type { World } from '../faults/fault.js';
import type { ClientLine } from '../ledgers/client-line.js';

/** One thing that was measured. */
export interface Recovery {
  readonly what: string;
  readonly value: number;
  readonly unit: 's' | 'ms' | 'requests';
  /** What it must not exceed on a machine that has nothing else to do. */
  readonly atMost: number;
}

/** What a scene plays on and looks at. */
export interface Stage {
  readonly world: World;
  /** Posts so many leads a second to a good buyer, for so long. */
  load(perSecond: number, seconds: number): void;
  /** What became of the submissions accepted since `instant`. */
  paces(instant: Date): Promise<readonly Pace[]>;
  /** What affiliates wrote down since `instant`. */
  told(instant: Date): readonly ClientLine[];
  /** Resolves with the time when nothing is on its way any more, neither a lead nor an effect. */
  atRest(): Promise<Date>;
}
