/** How soon an installation recovers: single faults under an even load, each measured from the ledgers and the database. */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseReader } from '../checker/database.js';
import type { ClientLine } from '../ledgers/client-line.js';
import { readLedger } from '../ledgers/read-ledger.js';
import type { RunningWorld } from '../world/start-world.js';
import { scenes } from './scenes.js';
import type { Recovery, Stage } from './stage.js';

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
