/** The flags of `npm run bench`, read once and checked. */
import { parseArgs } from 'node:util';
import { Problem } from '@sluice/local';

/** Everything that can be measured. */
export const scenarioNames = [
  'floor',
  'batches',
  'sluice',
  'neighbour',
  'effects',
  'refusals',
  'memory',
  'growth',
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
  readonly only: ReadonlySet<ScenarioName>;
  /** The number of leads that `growth` adds to the store. */
  readonly grownLeads: number;
  readonly json: boolean;
  /** Whether docs/benchmarks.md and its picture are written. */
  readonly write: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const sizes = { rounds: text, leads: text, 'in-flight': text, 'grown-leads': text };
const flagTypes = {
  ...sizes,
  only: { ...text, multiple: true },
  quick: flag,
  json: flag,
  write: flag,
} as const;

const usual = { rounds: 3, leads: 5_000, 'in-flight': 64, 'grown-leads': 1_000_000 };
const quick = { ...usual, rounds: 1, leads: 600, 'grown-leads': 20_000 };
// Beyond these a run would repeat people, or last for hours.
const most = { rounds: 20, leads: 50_000, 'in-flight': 512, 'grown-leads': 5_000_000 };

/** Reads the flags. @throws Problem with exit code 2 that names a flag with an invalid value */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const flags = parsed(args);
  const standard = flags.quick ? quick : usual;
  const whole = (name: keyof typeof usual): number => {
    const given = flags[name] ?? String(standard[name]);
    const value = Number(given);
    if (!/^\d+$/.test(given) || value < 1 || value > most[name])
      throw new Problem(`--${name} is "${given}", but must be a whole number from 1 to ${most[name]}.`, 2);
    return value;
  };
  return {
    rounds: whole('rounds'),
    leads: whole('leads'),
    inFlight: whole('in-flight'),
    grownLeads: whole('grown-leads'),
    only: new Set(flags.only?.map(scenarioNamed) ?? scenarioNames),
    json: flags.json,
    write: flags.write,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flagTypes }).values;
  } catch (error) {
    throw new Problem((error as Error).message, 2);
  }
}

function scenarioNamed(given: string): ScenarioName {
  const found = scenarioNames.find((name) => name === given);
  if (found) return found;
  throw new Problem(`--only is "${given}", but must be one of ${scenarioNames.join(', ')}.`, 2);
}
