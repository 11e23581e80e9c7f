/** The command-line options of a chaos run. */
import { parseArgs } from 'node:util';

/** The FAILPOINT of each way to break the build on purpose, to show that the checker notices. */
export const leftOut = {
  'no-sweep': 'skip:sweep',
  'overwritable-journal': 'skip:write-once',
} as const;
type Breakage = keyof typeof leftOut;
const breakages = Object.keys(leftOut) as readonly Breakage[];

/** The settings of a run. */
export interface ChaosOptions {
  /** Determines the order, places and times of all faults. */
  readonly seed: number;
  /** How long faults are played under load; the time to settle follows. */
  readonly minutes: number;
  /** How long everything may take to end after the last fault. */
  readonly settleSeconds: number;
  /** Leads per second of all tenants together, not counting bursts. */
  readonly leadsPerSecond: number;
  /** The number of processes of each worker; by default two of each stage and one of each effects worker. */
  readonly processes: number | undefined;
  /** Only the faults of these names; all if empty. */
  readonly only: readonly string[];
  readonly broken: Breakage | undefined;
  /** Measures first how soon the installation recovers from each single fault. */
  readonly recovery: boolean;
  /** Prints the report as one line of JSON; the action log goes to stderr. */
  readonly json: boolean;
  /** Keeps the run's folder (ledgers, actions, services' logs) even if nothing was wrong. */
  readonly keep: boolean;
}

/** Wrong usage, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line. Without a seed, a random one is chosen and printed. @throws UsageError */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parsed(args);
  const broken = values.broken;
  if (broken !== undefined && !isBreakage(broken))
    throw new UsageError(`--broken knows ${breakages.join(' and ')}, not "${broken}".`);
  return {
    seed: numberOf('seed', values.seed, 0, 2 ** 32 - 1) ?? Math.floor(Math.random() * 1_000_000),
    minutes: numberOf('minutes', values.minutes, 0.05, 24 * 60) ?? 5,
    settleSeconds: numberOf('settle', values.settle, 5, 3_600) ?? 90,
    leadsPerSecond: numberOf('rate', values.rate, 1, 1_000) ?? 12,
    processes: wholeNumberOf('processes', values.processes, 1, 8),
    only: values.only?.split(',') ?? [],
    broken,
    recovery: values.recovery ?? false,
    json: values.json ?? false,
    keep: values.keep ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: { type: 'string' },
        minutes: { type: 'string' },
        settle: { type: 'string' },
        rate: { type: 'string' },
        processes: { type: 'string' },
        only: { type: 'string' },
        broken: { type: 'string' },
        recovery: { type: 'boolean' },
        json: { type: 'boolean' },
        keep: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(
      `${(error as Error).message} Usage: npm run chaos -- [--seed N] [--minutes M] [--settle SECONDS] ` +
        `[--rate LEADS_PER_SECOND] [--processes N] [--only FAULT,FAULT] [--broken ${breakages.join('|')}] [--recovery] [--json] [--keep]`,
    );
  }
}

function numberOf(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isFinite(number) || number < least || number > most)
    throw new UsageError(`--${name} must be a number from ${least} to ${most}.`);
  return number;
}

function wholeNumberOf(
  name: string,
  text: string | undefined,
  least: number,
  most: number,
): number | undefined {
  const number = numberOf(name, text, least, most);
  if (number !== undefined && !Number.isInteger(number))
    throw new UsageError(`--${name} must be a whole number.`);
  return number;
}

function isBreakage(text: string): text is Breakage {
  return Object.hasOwn(leftOut, text);
}
