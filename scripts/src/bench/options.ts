/** The flags of `npm run bench`, read once and checked. */
import { parseArgs } from 'node:util';
import { Problem } from '@sluice/local';

/** Everything that can be measured, in the order of the table. */
export const scenarioNames = [
  'floor',
  'batches',
  'naive',
  'sluice',
  'long',
  'neighbour',
  'lone',
  'quiet',
  'effects',
  'refusals',
  'send',
  'memory',
  'growth',
  'scaling',
  'soak',
] as const;

/** The name of a scenario, as `--only` takes it. */
export type ScenarioName = (typeof scenarioNames)[number];

/** The options of the bench. */
export interface BenchOptions {
  /** How often everything is measured; the table shows medians. */
  readonly rounds: number;
  /** The number of leads in a burst. */
  readonly leads: number;
  /** The number of concurrent requests. */
  readonly inFlight: number;
  /** What to measure; everything but the ten minutes of `soak` if `--only` is not given. */
  readonly only: ReadonlySet<ScenarioName>;
  /** The number of leads in the store on which scenario `growth` measures. */
  readonly grownLeads: number;
  /** Whether the output is JSON. */
  readonly json: boolean;
  /** Whether docs/benchmarks.md and its picture are written. */
  readonly write: boolean;
}

/** The length of the long burst, as a multiple of the usual one. */
export const TIMES_AS_LONG = 5;
/** How many campaigns a grown store has in addition. */
export const GROWN_CAMPAIGNS = 500;

// Beyond these limits a run would repeat people, or last for hours.
const MOST_LEADS = 50_000;
const MOST_IN_FLIGHT = 512;
const MOST_ROUNDS = 20;
const MOST_GROWN_LEADS = 5_000_000;

const usual = { rounds: 3, leads: 5_000, grownLeads: 1_000_000 };
const quick = { rounds: 1, leads: 600, grownLeads: 20_000 };

/** Reads the flags. @throws Problem with exit code 2 that names a flag with an invalid value */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const flags = parsed(args);
  const standard = flags.quick ? quick : usual;
  return {
    rounds: whole('rounds', flags.rounds, standard.rounds, MOST_ROUNDS),
    leads: whole('leads', flags.leads, standard.leads, MOST_LEADS),
    inFlight: whole('in-flight', flags['in-flight'], 64, MOST_IN_FLIGHT),
    only: new Set(flags.only?.map(scenarioNamed) ?? scenarioNames.filter((name) => name !== 'soak')),
    grownLeads: whole('grown-leads', flags['grown-leads'], standard.grownLeads, MOST_GROWN_LEADS),
    json: flags.json,
    write: flags.write,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        rounds: { type: 'string' },
        leads: { type: 'string' },
        'in-flight': { type: 'string' },
        only: { type: 'string', multiple: true },
        'grown-leads': { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Problem((error as Error).message, 2);
  }
}

function whole(name: string, text: string | undefined, standard: number, most: number): number {
  if (text === undefined) return standard;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most)
    throw new Problem(`--${name} is "${text}", but must be a whole number from 1 to ${most}.`, 2);
  return value;
}

function scenarioNamed(text: string): ScenarioName {
  const found = scenarioNames.find((name) => name === text);
  if (found === undefined)
    throw new Problem(`--only is "${text}", but must be one of ${scenarioNames.join(', ')}.`, 2);
  return found;
}
