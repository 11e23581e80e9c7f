/** The definition of a fault, and the rig on which it is played. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ActionLog } from '../action-log.js';
import type { Random } from '../random.js';
import type { Affiliates } from '../rig/affiliates.js';
import type { Buyers } from '../rig/buyers.js';
import type { Fleet } from '../rig/fleet.js';
import type { Limits } from '../rig/limits.js';
import type { MongoServer } from '../rig/mongo-server.js';
import type { RedisServer } from '../rig/redis-server.js';
import type { ChaosTenant } from '../rig/tenants.js';

/** Everything that a fault can manipulate. */
export interface Rig {
  readonly log: ActionLog;
  readonly redis: RedisServer;
  readonly mongo: MongoServer;
  readonly fleet: Fleet;
  readonly buyers: Buyers;
  readonly affiliates: Affiliates;
  readonly tenants: readonly ChaosTenant[];
  readonly limits: Limits;
  /** The run's database, without a link in between. */
  readonly databaseUrl: string;
  /** Greater than 0, at most 1: short runs shorten outages and bursts by this factor. */
  readonly scale: number;
  /** Numbers the races for a cap, from 0: each needs an unused cap. */
  nextRace(): number;
}

/** A fault: plays from beginning to end, and then restores everything. */
export interface Fault {
  readonly name: string;
  /** Shorter runs leave the fault out unless it is named, because it takes long. */
  readonly leastMinutes?: number;
  /** Plays first in its lane, so that every run includes it. */
  readonly first?: true;
  /** Plays only once per run. */
  readonly once?: true;
  play(rig: Rig, chance: Random): Promise<void>;
}

/** Waits for this many seconds, shortened by the rig's scale but not below `leastSeconds`. */
export async function last({ scale }: Rig, seconds: number, leastSeconds = 1): Promise<void> {
  await pause(Math.max(seconds * scale, leastSeconds) * 1000);
}
