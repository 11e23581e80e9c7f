/** What a fault is, and what it is played on. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ActionLog } from '../action-log.js';
import type { Random } from '../random.js';
import type { Affiliates } from '../world/affiliates.js';
import type { Buyers } from '../world/buyers.js';
import type { Fleet } from '../world/fleet.js';
import type { MongoServer } from '../world/mongo-server.js';
import type { RedisServer } from '../world/redis-server.js';
import type { ChaosTenant } from '../world/tenants.js';

/** Everything that a fault may lay hands on. */
export interface Rig {
  readonly log: ActionLog;
  readonly redis: RedisServer;
  readonly mongo: MongoServer;
  readonly fleet: Fleet;
  readonly buyers: Buyers;
  readonly affiliates: Affiliates;
  readonly tenants: readonly ChaosTenant[];
  /** From above 0 to 1: short runs shorten outages and bursts by it. */
  readonly scale: number;
  /** Numbers the races for a cap, from 0: each needs a cap that is unused. */
  nextRace(): number;
}

/** A fault: plays itself from its beginning to its end, and leaves everything as it should be. */
export interface Fault {
  readonly name: string;
  /** Runs shorter than this leave it out, unless they ask for it by name: it takes long. */
  readonly leastMinutes?: number;
  /** It is the first of its lane, so that no run ends before it. */
  readonly first?: true;
  /** A run plays it once and no more. */
  readonly once?: true;
  play(rig: Rig, chance: Random): Promise<void>;
}

/** Waits for so many seconds, shortened by the world's scale but not below `leastSeconds`. */
export async function last({ scale }: Rig, seconds: number, leastSeconds = 1): Promise<void> {
  await pause(Math.max(seconds * scale, leastSeconds) * 1000);
}
