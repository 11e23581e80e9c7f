/** The measurements of every contestant: intake while its workers are paused, and a whole burst. */
import { postLeads } from '../load/post-leads.js';
import type { Contestant, Figures, Load } from '../scenario.js';
import { finishBurst, intakeFigures, perSecond, runBurst, withCosts } from './measure-burst.js';
import { whileFrozen } from './processes.js';

const WARM_UP_FRACTION = 0.25;
const WARM_UP_AT_LEAST = 200;

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

/** Sends leads that are not measured, so that the measured ones run on warm code. */
export async function warmUp(contestant: Contestant, load: Load): Promise<void> {
  const leads = Math.max(WARM_UP_AT_LEAST, Math.ceil(load.leads * WARM_UP_FRACTION));
  await runBurst(contestant, { ...load, leads });
}
