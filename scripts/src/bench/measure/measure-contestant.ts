/** The measurements of every contestant: intake while its workers are paused, and a whole burst. */
import { postLeads } from '../load/post-leads.js';
import type { Contestant, Figures, Load } from '../scenario.js';
import { finishBurst, intakeFigures, perSecond, runBurst, withCosts } from './measure-burst.js';
import { whileFrozen } from './processes.js';

/**
 * Measures the contestant: `ingestStopped`, `ingest`, their p99, `endToEnd`, and the cost of a lead. Rates are per
 * second.
 */
export async function measureContestant(contestant: Contestant, load: Load): Promise<Figures> {
  const stopped = await finishBurst(contestant, load, () =>
    whileFrozen(contestant.workers(), () => postLeads(contestant.target, load)),
  );
  const { result: whole, costs } = await withCosts(contestant, load.leads, () => runBurst(contestant, load));
  const [still, running] = [intakeFigures(stopped.posted), intakeFigures(whole.posted)];
  return {
    ingestStopped: still.rate,
    ingestStoppedP99Ms: still.p99Ms,
    ingest: running.rate,
    ingestP99Ms: running.p99Ms,
    endToEnd: perSecond(load.leads, whole.restedMs - whole.posted.startedMs),
    ...costs,
  };
}

/**
 * Sends as many leads as are measured afterwards, so that those run on compiled code, as in a process that has worked
 * for a minute.
 */
export async function warmUp(contestant: Contestant, load: Load): Promise<void> {
  await runBurst(contestant, load);
}
