/** What every fault has. */
import type { Random } from '../random.js';
import type { Rig } from '../rig/rig.js';

/** A fault: plays from beginning to end, and then restores everything. */
export interface Fault {
  readonly name: string;
  play(rig: Rig, chance: Random): Promise<void>;
}
