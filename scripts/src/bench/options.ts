/** The options of `npm run bench`. */
import { optionsOf, toolCommand, wholeUpTo } from '@sluice/local';
import { Option } from 'commander';

/** Everything that can be measured. */
export const scenarioNames = [
  'floor',
  'batches',
  'sluice',
  'single',
  'effects',
  'refusals',
  'memory',
  'growth',
  'burst',
  'neighbours',
  'waits',
  'supplier',
  'lists',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

/** How often everything is measured, with how many leads and requests at once, what, and where the result goes. */
export interface BenchOptions {
  readonly rounds: number;
  readonly leads: number;
  readonly inFlight: number;
  readonly grownLeads: number;
  readonly listEntries: number;
  readonly only: readonly ScenarioName[];
  readonly write: boolean;
}

/** Reads the options. @throws Problem with exit code 2 that names an option with an invalid value */
export function readBenchOptions(args: readonly string[]): BenchOptions {
  const quick = { rounds: 1, leads: 600, grownLeads: 20_000, listEntries: 100_000 };
  // Beyond these bounds a run would repeat people, or last for hours.
  const command = toolCommand('bench')
    .addOption(new Option('--quick', 'one short round').implies(quick))
    .option('--rounds <n>', 'how often everything is measured', wholeUpTo(20), 3)
    .option('--leads <n>', 'leads in a burst', wholeUpTo(20_000), 5_000)
    .option('--in-flight <n>', 'requests at once', wholeUpTo(512), 64)
    .option('--grown-leads <n>', 'leads added for growth', wholeUpTo(5_000_000), 1_000_000)
    .option('--list-entries <n>', 'entries of the long list', wholeUpTo(10_000_000), 1_000_000)
    .addOption(new Option('--only <names...>').choices(scenarioNames).default(scenarioNames))
    .option('--write', 'update docs/project/benchmarks.md', false);
  return optionsOf(command, args);
}
