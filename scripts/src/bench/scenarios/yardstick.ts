/** Scenarios `floor`, `batches` and `naive`: each yardstick under the load. */
import { join } from 'node:path';
import type { Buyer } from '../load/buyer.js';
import { whileRunning } from '../while-running.js';
import { measureContestant, warmUp } from '../measure/measure-contestant.js';
import { countPeople, type Figures } from '../scenario.js';
import { startStores } from '../yardsticks/start-stores.js';
import { startYardstick, type YardstickName } from '../yardsticks/start-yardstick.js';

// Awaiting one call after another takes several times as long; its rates do not depend on the number of leads.
const FRACTION: Readonly<Record<YardstickName, number>> = { floor: 1, batches: 1, naive: 0.4 };

/** Measures a yardstick on empty stores of its own. */
export async function measureYardstick(
  name: YardstickName,
  { leads, inFlight, buyer, folder }: { leads: number; inFlight: number; buyer: Buyer; folder: string },
): Promise<Figures> {
  const people = countPeople();
  const load = { leads: Math.ceil(leads * FRACTION[name]), inFlight, buyer, people };
  return whileRunning(await startStores(join(folder, name)), async (stores) =>
    whileRunning(await startYardstick(name, stores, buyer), async (yardstick) => {
      await warmUp(yardstick, load);
      return measureContestant(yardstick, load);
    }),
  );
}
