/** Scenario `sluice`: the yardsticks' load on Sluice, with leads that have no effects. */
import { measureContestant } from '../measure/measure-contestant.js';
import { batchQuantile, readBatchSizes } from '../measure/batch-sizes.js';
import type { Figures, Load } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';

/** Measures the same figures as for the yardsticks, and the batch sizes. */
export async function measureSluice(installation: SluiceUnderTest, load: Load): Promise<Figures> {
  const healthUrls = Object.values(
    (installation.run() as { readonly health?: Readonly<Record<string, string>> }).health ?? {},
  );
  const before = await readBatchSizes(healthUrls);
  const figures = await measureContestant(installation.contestant('loaded'), load);
  const after = await readBatchSizes(healthUrls);
  const sizes = Object.entries(after).flatMap(([stage, buckets]) =>
    ([50, 95] as const).flatMap((percent) => {
      const size = batchQuantile(before[stage], buckets, percent / 100);
      return size === undefined ? [] : [[`batch.${stage}.p${percent}`, size] as const];
    }),
  );
  return { ...figures, ...Object.fromEntries(sizes) };
}
