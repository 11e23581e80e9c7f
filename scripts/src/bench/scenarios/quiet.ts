/** Scenario `quiet`: a burst after a quiet minute, compared with one right before it. */
import { setTimeout as pause } from 'node:timers/promises';
import { runBurst, withCosts } from '../measure/measure-burst.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** Long enough for everything that a runtime, a store or the operating system puts away while it is idle. */
const QUIET_MS = 60_000;

/**
 * Measures the cost of a lead after the quiet minute, and `cpuTimes`, the factor by which it costs more processor time
 * than before.
 */
export async function measureQuiet(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const contestant = installation.contestant('loaded');
  const burst = () => withCosts(contestant, load.leads, () => runBurst(contestant, load));
  const before = await burst();
  await pause(QUIET_MS);
  const { costs } = await burst();
  const [from, to] = [before.costs['cpuUs.total'], costs['cpuUs.total']];
  return { ...costs, ...(from !== undefined && to !== undefined && { cpuTimes: to / from }) };
}
