/** The command-line options of a chaos run. */
import { parseArgs } from 'node:util';
import { Problem } from '@sluice/local';

/** The settings of a run. */
export interface ChaosOptions {
  /** Determines the order, places and times of all faults. */
  readonly seed: number;
  /** How long faults are played under load. */
  readonly minutes: number;
  /** After the last fault the run gives up once the number of violations has not fallen for so long. */
  readonly settleSeconds: number;
  /** Leads per second of all tenants together, not counting bursts. */
  readonly leadsPerSecond: number;
  /** The number of processes of each worker; by default two of each stage and one of each effects worker. */
  readonly processes: number | undefined;
  /** Only the faults of these names; all if empty. */
  readonly only: readonly string[];
  /** The FAILPOINT of every process: a build that is broken on purpose, to show that the checker notices. */
  readonly failpoint: string | undefined;
}

const names = ['seed', 'minutes', 'settle', 'rate', 'processes', 'only', 'failpoint'] as const;

/** Reads the command line. Without a seed, a random one is chosen. @throws Problem */
export function readOptions(args: readonly string[], faultNames: readonly string[]): ChaosOptions {
  const said = parsed(args);
  const numberOf = (name: (typeof names)[number]) => {
    const text = said[name];
    if (text !== undefined && !(Number(text) > 0)) throw new Problem(`--${name} takes a number above 0.`, 2);
    return text === undefined ? undefined : Number(text);
  };
  const only = said.only?.split(',') ?? [];
  if (!only.every((name) => faultNames.includes(name)))
    throw new Problem(`--only knows ${faultNames.join(', ')}.`, 2);
  return {
    seed: numberOf('seed') ?? Math.ceil(Math.random() * 1_000_000),
    minutes: numberOf('minutes') ?? 5,
    settleSeconds: numberOf('settle') ?? 60,
    leadsPerSecond: numberOf('rate') ?? 12,
    processes: numberOf('processes'),
    only,
    failpoint: said.failpoint,
  };
}

function parsed(args: readonly string[]): Partial<Readonly<Record<(typeof names)[number], string>>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message} The options are --${names.join(', --')}.`, 2);
  }
}
