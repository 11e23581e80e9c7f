/** The order of a run: every contestant once per round, so that a machine that slows down affects all of them. */
import { join } from 'node:path';
import type { Progress } from '@sluice/local';
import type { Buyer } from './load/buyer.js';
import { warmUp } from './measure/measure-contestant.js';
import type { BenchOptions, ScenarioName } from './options.js';
import { countPeople, type Figures, type Load } from './scenario.js';
import { measureEffects } from './scenarios/effects.js';
import { measureGrowth } from './scenarios/growth.js';
import { measureLoneLead } from './scenarios/lone-lead.js';
import { measureLongBurst } from './scenarios/long-burst.js';
import { measureMemory } from './scenarios/memory.js';
import { measureNeighbour } from './scenarios/neighbour.js';
import { measureQuiet } from './scenarios/quiet.js';
import { measureRefusals } from './scenarios/refusals.js';
import { measureScaling } from './scenarios/scaling.js';
import { measureSendFile } from './scenarios/send-file.js';
import { measureSluice } from './scenarios/sluice.js';
import { measureSoak } from './scenarios/soak.js';
import { measureYardstick } from './scenarios/yardstick.js';
import { startInstallation, type SluiceUnderTest } from './sluice/start-installation.js';
import { whileRunning } from './while-running.js';

/** The measurements of all rounds, by scenario and figure. */
export type Samples = Partial<Record<ScenarioName, Record<string, number[]>>>;

/** The places and tools of a run. */
export interface RunPlace {
  readonly buyer: Buyer;
  /** Each round keeps its data in a subfolder. */
  readonly folder: string;
  readonly progress: Progress;
}

const yardsticks = ['floor', 'batches', 'naive'] as const;
/** These take minutes. A grown store is compared with the same round. */
const onlyInTheLastRound: ReadonlySet<ScenarioName> = new Set(['quiet', 'growth', 'scaling', 'soak']);

/** Measures everything requested. @throws Problem if a contestant lost a lead or delivered one twice */
export async function runRounds(options: BenchOptions, place: RunPlace): Promise<Samples> {
  const samples: Samples = {};
  for (let round = 1; round <= options.rounds; round += 1) {
    const folder = join(place.folder, `round-${round}`);
    const measure = async (name: ScenarioName, figures: () => Promise<Figures>) => {
      if (!options.only.has(name)) return;
      if (onlyInTheLastRound.has(name) && round < options.rounds) return;
      const doing = `round ${round} of ${options.rounds}: ${name}`;
      keep(samples, name, await place.progress.step(doing, figures));
    };
    const turns = [
      ...yardsticks.map(
        (name) => () =>
          measure(name, () => measureYardstick(name, { ...options, buyer: place.buyer, folder })),
      ),
      () => measureInstallation(options, { ...place, folder }, measure),
      () =>
        measure('scaling', () =>
          measureScaling({ ...place, folder }, { ...options, buyer: place.buyer, people: countPeople() }),
        ),
    ];
    // The scenario that is measured first in one round is measured last in the next.
    for (const turn of round % 2 === 1 ? turns : turns.reverse()) await turn();
  }
  return samples;
}

type Measure = (name: ScenarioName, figures: () => Promise<Figures>) => Promise<void>;

async function measureInstallation(options: BenchOptions, place: RunPlace, measure: Measure): Promise<void> {
  const apart: readonly ScenarioName[] = [...yardsticks, 'scaling'];
  const asked = [...options.only].some((name) => !apart.includes(name));
  if (!asked) return;
  const load: Load = { ...options, buyer: place.buyer, people: countPeople() };
  const installation = await place.progress.step('starting Sluice', () =>
    startInstallation(join(place.folder, 'sluice'), place.buyer),
  );
  await whileRunning(installation, async () => {
    await warmUp(installation.contestant('loaded'), load);
    for (const [name, figures] of scenariosOf(installation, load, { ...place, ...options }))
      await measure(name, figures);
  });
}

function scenariosOf(
  installation: SluiceUnderTest,
  load: Load,
  { folder, progress, grownLeads }: RunPlace & Pick<BenchOptions, 'grownLeads'>,
): readonly (readonly [ScenarioName, () => Promise<Figures>])[] {
  return [
    ['sluice', () => measureSluice(installation, load)],
    ['lone', () => measureLoneLead(installation, load)],
    ['quiet', () => measureQuiet(installation, load)],
    ['neighbour', () => measureNeighbour(installation, load)],
    ['effects', () => measureEffects(installation, load)],
    ['refusals', () => measureRefusals(installation, load)],
    ['send', () => measureSendFile(installation, folder)],
    // Last, because a grown store would make the other measurements more expensive too.
    ['long', () => measureLongBurst(installation, load)],
    ['soak', () => measureSoak(installation, load)],
    ['memory', async () => measureMemory(installation)],
    ['growth', () => measureGrowth(installation, load, { leads: grownLeads, progress })],
  ];
}

function keep(samples: Samples, name: ScenarioName, figures: Figures): void {
  const kept = (samples[name] ??= {});
  for (const [figure, value] of Object.entries(figures)) (kept[figure] ??= []).push(value);
}
