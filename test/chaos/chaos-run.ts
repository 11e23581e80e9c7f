/** Runs `npm run chaos` as a person would, and reads its report. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { embeddedMongoAvailability } from '@sluice/embedded-mongo';
import { programPath } from '@sluice/local';
import type { Readable } from 'node:stream';

/** The part of a report that tests read. */
export interface ChaosReport {
  readonly seed: number;
  readonly violations: readonly {
    readonly invariant: string;
    readonly subject: string;
    readonly what: string;
  }[];
  readonly counts: {
    readonly asked: number;
    readonly acknowledged: number;
    readonly accepted: number;
    readonly effects: number;
    readonly endings: Readonly<Record<string, number>>;
    readonly sales: number;
    readonly returns: Readonly<Record<string, number>>;
    readonly changedLimits: { readonly used: number; readonly reached: number };
  };
  readonly played: Readonly<Record<string, number>>;
  readonly recovery?: readonly { readonly what: string; readonly value: number; readonly atMost: number }[];
}

/** Starts the command with `args` and these additional variables. It writes its actions to stderr. */
export async function startChaos(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ChildProcessByStdio<null, Readable, Readable>> {
  const embedded = await embeddedMongoAvailability();
  return spawn(process.execPath, [programPath('chaos'), '--json', ...args], {
    // An engine of its own can be killed; one that all tests share can only be disconnected.
    env: {
      ...process.env,
      MONGODB_URL: embedded.available ? '' : process.env['TEST_MONGODB_URL'],
      NODE_OPTIONS: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the command with `args` and returns its exit code and report. */
export async function runChaos(
  ...args: readonly string[]
): Promise<{ code: number | null; report: ChaosReport }> {
  const child = await startChaos(args);
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
