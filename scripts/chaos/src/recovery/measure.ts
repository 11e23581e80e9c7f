/**
 * Measures how soon an installation recovers from single faults under constant load, from the ledgers and the database.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseReader } from '../checker/database.js';
import type { ClientLine } from '../ledgers/client-line.js';
import { readLedger } from '../ledgers/read-ledger.js';
import type { RunningRig } from '../rig/start-rig.js';
import { scenes } from './scenes.js';
import type { Recovery, Stage } from './stage.js';

const AT_REST_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const AN_HOUR_MS = 3600_000;

/** Plays the scenes one after another, each on an idle installation. */
export async function measureRecovery(
  { rig, clientLedgers }: Pick<RunningRig, 'rig' | 'clientLedgers'>,
  database: DatabaseReader,
): Promise<readonly Recovery[]> {
  const stage: Stage = {
    rig,
    load(perSecond, seconds) {
      const campaigns = [{ campaignId: 'GOOD', weight: 1 }];
      rig.affiliates.order('north', { order: 'steady', perSecond, campaigns, seconds });
    },
    paces: (instant) => database.pacesSince(instant),
    receipts: (instant) =>
      clientLedgers
        .flatMap((file) => readLedger<ClientLine>(file))
        .filter(({ at }) => at >= instant.toISOString()),
    async atRest() {
      const giveUpAt = performance.now() + AT_REST_WITHIN_MS;
      while ((await database.dueUntil(new Date(Date.now() + AN_HOUR_MS), [])) > 0) {
        if (performance.now() > giveUpAt)
          throw new Error('the installation did not recover from a single fault');
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
