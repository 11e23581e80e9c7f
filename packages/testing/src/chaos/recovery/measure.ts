/** How soon an installation recovers: single faults under an even load, each measured from the ledgers and the database. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseReader, Pace } from '../checker/database.js';
import type { ClientLine } from '../ledgers/client-line.js';
import { readLedger } from '../ledgers/read-ledger.js';
import type { World } from '../faults/fault.js';
import type { RunningWorld } from '../world/start-world.js';
import { scenes } from './scenes.js';

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

const AT_REST_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const AN_HOUR_MS = 3600_000;

/** Plays the scenes one after another, each on an installation at rest. */
export async function measureRecovery(
  { world, clientLedgers }: Pick<RunningWorld, 'world' | 'clientLedgers'>,
  database: DatabaseReader,
): Promise<readonly Recovery[]> {
  const stage: Stage = {
    world,
    load(perSecond, seconds) {
      const campaigns = [{ campaignId: 'GOOD', weight: 1 }];
      world.affiliates.order('north', { order: 'steady', perSecond, campaigns, seconds });
    },
    paces: (instant) => database.pacesSince(instant),
    told: (instant) =>
      clientLedgers
        .flatMap((file) => readLedger<ClientLine>(file))
        .filter(({ at }) => at >= instant.toISOString()),
    async atRest() {
      const giveUpAt = performance.now() + AT_REST_WITHIN_MS;
      while ((await database.dueUntil(new Date(Date.now() + AN_HOUR_MS), [])) > 0) {
        if (performance.now() > giveUpAt) throw new Error('a single fault is not recovered from');
        await pause(LOOK_EVERY_MS);
      }
      return new Date();
    },
  };
  const measured: Recovery[] = [];
  for (const scene of scenes) {
    measured.push(...(await scene(stage)));
    await stage.atRest();
  }
  return measured;
}
