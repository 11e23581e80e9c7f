/** The order of a run: every contestant once per round, so that a machine that slows down affects all of them. */
import { join } from 'node:path';
import type { Progress } from '@sluice/local';
import type { Bench, Figures } from './contestant.js';
import { recordLead, type RecordedLead } from './lead/record-lead.js';
import { runWarmBurst } from './measure/burst.js';
import type { BenchOptions, ScenarioName } from './options.js';
import { stopAll } from './running.js';
import { measureContestant, measureMemory, measureRefusals } from './scenarios/bursts.js';
import { measureGrowth } from './scenarios/growth.js';
import { measureNeighbour } from './scenarios/neighbour.js';
import { startInstallation } from './sluice/start-installation.js';
import { campaigns } from './sluice/tenants.js';
import { measureBareBatches } from './yardsticks/bare-batches.js';
import { startFloor } from './yardsticks/start-floor.js';

/** The measurements of all rounds, by scenario and figure. */
export type Samples = Partial<Record<ScenarioName, Record<string, number[]>>>;
type Measure = (name: ScenarioName, figures: () => Figures | Promise<Figures>) => Promise<void>;

/** Measures everything requested. @throws Problem if a contestant lost a lead or delivered one twice */
export async function runRounds(
  options: BenchOptions,
  { buyer, folder, progress }: Pick<Bench, 'buyer' | 'folder'> & { readonly progress: Progress },
): Promise<Samples> {
  const samples: Samples = {};
  let recorded: RecordedLead | undefined;
  for (let round = 1; round <= options.rounds; round += 1) {
    let person = 0;
    const people = (count = 1) => (person += count) - count;
    const bench = { ...options, buyer, people, folder: join(folder, `round-${round}`) };
    const measure: Measure = async (name, figures) => {
      // It takes minutes, and is compared with the same round.
      if (!options.only.has(name) || (name === 'growth' && round < options.rounds)) return;
      const step = `round ${round} of ${options.rounds}: ${name}`;
      const measured = await progress.step(step, async () => figures());
      const kept = (samples[name] ??= {});
      for (const [figure, value] of Object.entries(measured)) (kept[figure] ??= []).push(value);
    };
    const turns = [
      // One of its leads is what bare batches copy.
      async () => void (recorded = await measureSluice(options, bench, measure)),
      () => measure('batches', () => measureBareBatches(bench, recorded as RecordedLead)),
      () => measure('floor', async () => measureContestant(await startFloor(bench), bench)),
    ];
    // The contestant that is measured first in one round is measured last in the next.
    for (const turn of round % 2 === 1 ? turns : turns.reverse()) {
      try {
        await turn();
      } finally {
        await stopAll();
      }
    }
  }
  return samples;
}

async function measureSluice({ only, grownLeads }: BenchOptions, bench: Bench, measure: Measure) {
  if (only.size === 1 && only.has('floor')) return undefined;
  const installation = await startInstallation(bench);
  const contestant = installation.contestant('loaded');
  const recorded = await recordLead(contestant, installation.db, bench);
  await measure('sluice', () => measureContestant(contestant, bench));
  await measure('neighbour', () => measureNeighbour(installation, bench));
  await measure('effects', () => runWarmBurst(installation.contestant('loaded', campaigns.full), bench));
  await measure('refusals', () => measureRefusals(installation, bench));
  await measure('memory', () => measureMemory(contestant));
  // Last, because a grown store would make the other measurements more expensive too.
  await measure('growth', () => measureGrowth(installation, bench, { recorded, leads: grownLeads }));
  return recorded;
}
