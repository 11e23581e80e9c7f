/** The command-line options of a chaos run. */
import { optionsOf, toolCommand, wholeUpTo } from '@sluice/local';
import { InvalidArgumentError, Option } from 'commander';

/** The settings of a run. */
export interface ChaosOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly settle: number;
  /** Of all tenants together, not counting bursts. */
  readonly rate: number;
  readonly processes?: number;
  readonly only: readonly string[];
  /** A build that is broken on purpose, to show that the checker notices. */
  readonly failpoint?: string;
}

/** Reads the command line. Without a seed, a random one is chosen. @throws Problem */
export function readOptions(args: readonly string[], faultNames: readonly string[]): ChaosOptions {
  const [most, seed] = [1_000_000, Math.ceil(Math.random() * 1_000_000)];
  const command = toolCommand('chaos')
    .option('--seed <n>', 'determines the order, places and times of all faults', wholeUpTo(most), seed)
    .option('--minutes <n>', 'how long faults are played under load', aboveZero, 5)
    .option('--settle <seconds>', 'gives up once violations have not become fewer for so long', aboveZero, 60)
    .option('--rate <n>', 'leads per second', aboveZero, 12)
    .option('--processes <n>', 'of each worker; by default two of stages, one of others', wholeUpTo(9))
    .addOption(new Option('--only <faults...>').choices(faultNames).default(faultNames))
    .option('--failpoint <name>', 'the FAILPOINT of every process');
  return optionsOf(command, args);
}

function aboveZero(text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new InvalidArgumentError('It must be a number above 0.');
}
