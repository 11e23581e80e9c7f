/** Scenario `sluice`: the yardsticks' load on Sluice, with leads that have no effects. */
import { measureContestant } from '../measure/measure-contestant.js';
import { withBatchSizes } from '../measure/batch-sizes.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** Measures the same figures as for the yardsticks, and the batch sizes. */
export async function measureSluice(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const { result: figures, sizes } = await withBatchSizes(installation, () =>
    measureContestant(installation.contestant('loaded'), load),
  );
  return { ...figures, ...sizes };
}
