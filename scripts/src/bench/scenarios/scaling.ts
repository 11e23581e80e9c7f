/** Scenario `scaling`: the burst with one, two and four processes of each worker. */
import { join } from 'node:path';
import { stageQueues } from '@sluice/contracts';
import type { Progress } from '@sluice/local';
import { perSecond, runBurst, withCosts } from '../measure/measure-burst.js';
import { warmUp } from '../measure/measure-contestant.js';
import { countPeople, type Figures, type Load } from '../scenario.js';
import { startInstallation } from '../sluice/start-installation.js';
import { whileRunning } from '../while-running.js';

/** The numbers of processes of each worker that are compared. */
export const PROCESSES = [1, 2, 4] as const;

/** Measures `endToEnd.N` in leads per second and `cpuUs.N` per lead, for N processes of each worker of leads. */
export async function measureScaling(
  { folder, progress }: { readonly folder: string; readonly progress: Progress },
  load: Load,
): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const processes of PROCESSES) {
    const workers: NodeJS.ProcessEnv = {};
    for (const stage of Object.keys(stageQueues)) workers[`WORKERS_${stage.toUpperCase()}`] = `${processes}`;
    const installation = await progress.step(`starting Sluice with ${processes} of each worker`, () =>
      startInstallation(join(folder, `scaling-${processes}`), load.buyer, workers),
    );
    await whileRunning(installation, async () => {
      const contestant = installation.contestant('loaded');
      const own = { ...load, people: countPeople() };
      await warmUp(contestant, own);
      const { result, costs } = await withCosts(contestant, load.leads, () => runBurst(contestant, own));
      figures[`endToEnd.${processes}`] = perSecond(load.leads, result.restedMs - result.posted.startedMs);
      const cpuUs = costs['cpuUs.total'];
      if (cpuUs !== undefined) figures[`cpuUs.${processes}`] = cpuUs;
    });
  }
  return figures;
}
