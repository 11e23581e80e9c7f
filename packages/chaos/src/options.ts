/** What a chaos run is told on its command line. */
import { parseArgs } from 'node:util';

/** Ways in which the build can be broken on purpose, to show that the checker would notice. */
export const breakages = ['no-sweep', 'overwritable-journal'] as const;
export type Breakage = (typeof breakages)[number];

/** The settings of a run. */
export interface ChaosOptions {
  /** Decides the order, the places and the times of all faults. */
  readonly seed: number;
  /** How long faults are played under load; the time to settle comes after it. */
  readonly minutes: number;
  /** How long everything may take to come to rest once the last fault is over. */
  readonly settleSeconds: number;
  /** Leads a second, of all tenants together, beside the bursts. */
  readonly leadsPerSecond: number;
  /** How many processes of each worker there are; by default two of each stage and one of each that carries out effects. */
  readonly processes: number | undefined;
  /** Only the faults of these names; all when empty. */
  readonly only: readonly string[];
  readonly broken: Breakage | undefined;
  /** Measures before anything else how soon the installation recovers from each single fault. */
  readonly recovery: boolean;
  /** Prints the report as one line of JSON; the log of actions goes to stderr. */
  readonly json: boolean;
  /** Keeps the run's folder (ledgers, actions, services' logs) although nothing was wrong. */
  readonly keep: boolean;
}

/** Wrong usage, in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the command line. Without a seed, one is made up and printed. @throws UsageError */
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
  return (breakages as readonly string[]).includes(text);
}
