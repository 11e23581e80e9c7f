/** The details behind the main table: the cost of a lead in each process and each store, and the batch sizes. */
import { summarise } from '../measure/statistics.js';
import type { ScenarioName } from '../options.js';
import type { Samples } from '../run-rounds.js';
import { PROCESSES } from '../scenarios/scaling.js';
import { NOT_MEASURED, summaryText, type Unit } from './figures-of.js';

/** A table with a heading; the first cell of each row names it. */
export interface DetailTable {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

const contestants: readonly (readonly [ScenarioName, string])[] = [
  ['floor', 'floor'],
  ['batches', 'bare batches'],
  ['naive', 'naive'],
  ['sluice', 'Sluice'],
  ['effects', 'Sluice with effects'],
  ['growth', 'Sluice in a grown store'],
];

// Only leads with effects reach the last two.
const stages: readonly (readonly [stage: string, ScenarioName])[] = [
  ['qualification', 'sluice'],
  ['routing', 'sluice'],
  ['delivery', 'sluice'],
  ['pixel', 'effects'],
  ['webhook', 'effects'],
];

/** The detail tables. */
export function detailTables(samples: Samples): readonly DetailTable[] {
  return [
    byContestant(samples, 'Processor time a lead', 'cpuUs.', 'us'),
    byContestant(samples, 'Calls to the stores a lead', 'calls.', 'count', callNames),
    batchSizes(samples),
    memory(samples),
    soak(samples),
    scaling(samples),
  ];
}

const callNames: Readonly<Record<string, string>> = {
  databaseCommands: 'database commands (round trips)',
  databaseOperations: 'documents inserted; queries, updates, deletes',
  redisCommands: 'Redis commands, those in scripts included',
  redisScripts: 'Redis scripts',
};

function byContestant(
  samples: Samples,
  title: string,
  prefix: string,
  unit: Unit,
  names: Readonly<Record<string, string>> = {},
): DetailTable {
  const figures = contestants.flatMap(([scenario]) => Object.keys(samples[scenario] ?? {}));
  const found = [...new Set(figures.filter((name) => name.startsWith(prefix)))];
  // A total is listed below its parts.
  found.sort((a, b) => Number(a.endsWith('.total')) - Number(b.endsWith('.total')));
  return {
    title,
    rows: [
      ['', ...contestants.map(([, name]) => name)],
      ...found.map((figure) => {
        const name = figure.slice(prefix.length);
        const cells = contestants.map(([scenario]) => cell(samples, scenario, figure, unit));
        return [names[name] ?? name, ...cells];
      }),
    ],
  };
}

// A process that a contestant does not have is not a missing measurement.
function cell(samples: Samples, scenario: ScenarioName, figure: string, unit: Unit): string {
  const values = samples[scenario]?.[figure];
  return values === undefined ? '' : summaryText(summarise(values), unit);
}

function batchSizes(samples: Samples): DetailTable {
  return {
    title: 'Leads in a batch, and effects in one of pixel and webhook',
    rows: [
      ['', 'p50', 'p95'],
      ...stages.map(([stage, scenario]) => [
        stage,
        ...[50, 95].map(
          (percent) => cell(samples, scenario, `batch.${stage}.p${percent}`, 'count') || NOT_MEASURED,
        ),
      ]),
    ],
  };
}

function memory(samples: Samples): DetailTable {
  const sizes = Object.keys(samples.memory ?? {}).filter((name) => name.startsWith('mb.'));
  return {
    title: 'Resident memory after all of it',
    rows: [
      ['', 'Sluice'],
      ...sizes.map((name) => [name.slice('mb.'.length), cell(samples, 'memory', name, 'mb')]),
    ],
  };
}

function soak(samples: Samples): DetailTable {
  const early = Object.keys(samples.soak ?? {}).filter((name) => name.startsWith('early.'));
  return {
    title: 'Resident memory during ten minutes of load',
    rows: [
      ['', 'after 2 minutes', 'after 10 minutes'],
      ...early.map((figure) => {
        const name = figure.slice('early.'.length);
        return [name, cell(samples, 'soak', figure, 'mb'), cell(samples, 'soak', `late.${name}`, 'mb')];
      }),
    ],
  };
}

function scaling(samples: Samples): DetailTable {
  const of = (figure: string, unit: Unit) => cell(samples, 'scaling', figure, unit) || NOT_MEASURED;
  return {
    title: 'Processes of each worker',
    rows: [
      ['', 'end to end', 'processor time a lead'],
      ...PROCESSES.map((n) => [`${n}`, of(`endToEnd.${n}`, 'perSecond'), of(`cpuUs.${n}`, 'usAsMs')]),
    ],
  };
}
