/** Runs `npm run chaos` as a person would, and reads its report. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { programPath } from '@sluice/local';
import type { Readable } from 'node:stream';

/** The part of a report that tests read. */
export interface ChaosReport {
  readonly violations: readonly {
    readonly invariant: string;
    readonly what: string;
  }[];
  readonly counts: {
    readonly acknowledged: number;
    readonly accepted: number;
    readonly sales: number;
  };
  readonly played: Readonly<Record<string, number>>;
}

/** How many faults a run played. */
export function playsOf({ played }: ChaosReport): number {
  return Object.values(played).reduce((sum, times) => sum + times, 0);
}

/** Starts the command with `args` and these additional variables. It writes its actions to stderr. */
export function startChaos(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, [programPath('chaos'), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command with `args` and returns its exit code and report. */
export async function runChaos(
  ...args: readonly string[]
): Promise<{ code: number | null; report: ChaosReport }> {
  const child = startChaos(args);
  let output = '';
  let actions = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (actions += data.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  try {
    return { code, report: JSON.parse(output) as ChaosReport };
  } catch {
    throw new Error(`the run ended with ${code} and no report:\n${actions}\n${output}`);
  }
}
