/** The order of a run: every contestant once per round, so that a machine that slows down affects all of them. */
import { join } from 'node:path';
import type { Progress } from '@sluice/local';
import type { Bench, Figures } from './contestant.js';
import { runBurst, runWarmBurst } from './measure/burst.js';
import { measureLists } from './measure/lists.js';
import { measureWaits } from './measure/waits.js';
import type { BenchOptions, ScenarioName } from './options.js';
import { stopAll } from './running.js';
import {
  measureContestant,
  measureGrowth,
  measureLongBurst,
  measureMemory,
  measureNeighbours,
  measureRefusals,
  measureSupplier,
} from './scenarios.js';
import { startInstallation } from './sluice/installation.js';
import { campaigns } from './sluice/campaigns.js';
import { measureBareBatches, readBatches } from './yardsticks/bare-batches.js';
import { startFloor } from './yardsticks/start-floor.js';

/** What bare batches insert again is kept in memory. */
const MOST_RECORDED = 5_000;
const singleLeads = { leads: 20, inFlight: 1, perSecond: 1 };

/** The measurements of all rounds, by scenario and figure, such as `sluice.ingest`. */
export type Samples = Record<string, number[]>;
type Measure = (name: ScenarioName, figures: () => Figures | Promise<Figures>) => Promise<void>;

/** Measures everything requested. @throws Problem if a contestant lost a lead or delivered one twice */
export async function runRounds(
  options: BenchOptions,
  { buyer, folder, progress }: Pick<Bench, 'buyer' | 'folder'> & { readonly progress: Progress },
): Promise<Samples> {
  const samples: Samples = {};
  let written: Awaited<ReturnType<typeof readBatches>> = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const bench = { ...options, buyer, folder: join(folder, `round-${round}`) };
    const measure: Measure = async (name, figures) => {
      // It takes minutes, and is compared with the same round.
      if (!options.only.includes(name) || (name === 'growth' && round < options.rounds)) return;
      const step = `round ${round} of ${options.rounds}: ${name}`;
      const measured = await progress.step(step, async () => figures());
      for (const [figure, value] of Object.entries(measured))
        (samples[`${name}.${figure}`] ??= []).push(value);
    };
    const turns = [
      // Bare batches insert again what it wrote.
      async () => void (written = await measureSluice(options, bench, measure)),
      () => measure('batches', () => measureBareBatches(bench, written)),
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

async function measureSluice(
  { only, grownLeads, listEntries }: BenchOptions,
  bench: Bench,
  measure: Measure,
) {
  if (only.every((name) => name === 'floor')) return [];
  const installation = await startInstallation(bench);
  const contestant = installation.contestant();
  const recorded = { ...bench, leads: Math.min(bench.leads, MOST_RECORDED) };
  await runBurst(contestant, recorded);
  const written = await readBatches(installation.db, recorded.leads);
  await measure('sluice', () => measureContestant(contestant, bench));
  await measure('single', () => runBurst(contestant, { ...bench, ...singleLeads }));
  await measure('effects', () => runWarmBurst(installation.contestant(campaigns.full), bench));
  await measure('refusals', () => measureRefusals(installation, bench));
  await measure('supplier', () => measureSupplier(installation, bench));
  await measure('lists', () => measureLists(installation, bench, listEntries));
  await measure('memory', () => measureMemory(contestant));
  await measure('burst', () => measureLongBurst(contestant, bench));
  // Last, because a grown store would make the other measurements more expensive too.
  await measure('growth', () => measureGrowth(installation, bench, grownLeads));
  // Its leads wait to the end of the round.
  await measure('neighbours', () => measureNeighbours(installation, bench));
  await measure('waits', () => measureWaits(installation, bench));
  return written;
}
