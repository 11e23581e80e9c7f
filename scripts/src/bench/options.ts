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
export type ScenarioName = (typeof scenarioNames)[number];

// Beyond the greatest value a run would repeat people, or last for hours.
const sizes = {
  rounds: { usual: 3, quick: 1, most: 20 },
  leads: { usual: 5_000, quick: 600, most: 50_000 },
  'in-flight': { usual: 64, quick: 64, most: 512 },
  'grown-leads': { usual: 1_000_000, quick: 20_000, most: 5_000_000 },
};

/** The options of the bench: how often everything is measured, with how many leads and requests at once, and what. */
export type BenchOptions = ReturnType<typeof readBenchOptions>;

/** Reads the flags. @throws Problem with exit code 2 that names a flag with an invalid value */
export function readBenchOptions(args: readonly string[]) {
  const { only, quick, json, write, ...given } = parsed(args);
  const whole = (name: keyof typeof sizes): number => {
    const { usual, most, quick: small } = sizes[name];
    const text = given[name] ?? String(quick ? small : usual);
    if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
    throw new Problem(`--${name} is "${text}", but must be a whole number from 1 to ${most}.`, 2);
  };
  const [rounds, leads, inFlight] = [whole('rounds'), whole('leads'), whole('in-flight')];
  const scenarios: ReadonlySet<ScenarioName> = new Set(only?.map(scenarioNamed) ?? scenarioNames);
  return { rounds, leads, inFlight, grownLeads: whole('grown-leads'), only: scenarios, json, write };
}

function parsed(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean', default: false }] as const;
  const counts = { rounds: text, leads: text, 'in-flight': text, 'grown-leads': text };
  const options = {
    ...counts,
    only: { ...text, multiple: true },
    quick: flag,
    json: flag,
    write: flag,
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Problem((error as Error).message, 2);
  }
}

function scenarioNamed(given: string): ScenarioName {
  const found = scenarioNames.find((name) => name === given);
  if (found) return found;
  throw new Problem(`--only is "${given}", but must be one of ${scenarioNames.join(', ')}.`, 2);
}
