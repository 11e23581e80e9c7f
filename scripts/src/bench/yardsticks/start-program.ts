/**
 * Starts the small programs of the bench (the buyer, the yardsticks' gateways and workers), each as a separate process.
 */
import { fork } from 'node:child_process';
import { memoryEnvironment, memoryFlags, Problem } from '@sluice/local';

/** The settings of a program. */
export interface ProgramSettings {
  readonly redisUrl?: string;
  readonly mongodbUrl?: string;
  readonly buyerUrl?: string;
}

/** A running program. */
export interface RunningProgram {
  readonly pid: number;
  /** Its address; empty for a worker. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The compiled programs by name; each defines its roles. */
const programs = {
  buyer: new URL('./buyer-program.js', import.meta.url),
  floor: new URL('./floor-program.js', import.meta.url),
  batches: new URL('./batches-program.js', import.meta.url),
  naive: new URL('./naive-program.js', import.meta.url),
};

export type ProgramName = keyof typeof programs;

const READY_WITHIN_MS = 30_000;
const STOPS_WITHIN_MS = 5_000;

/** Starts one role of a program; resolves once it is ready. @throws Problem if it exits before */
export async function startProgram(
  name: ProgramName,
  role: string,
  settings: ProgramSettings,
): Promise<RunningProgram> {
  // It ends with this process, because the channel between them closes. Like is compared with like: a yardstick runs
  // under the settings of the services.
  const child = fork(programs[name], [role, JSON.stringify(settings)], {
    execArgv: [...memoryFlags],
    env: { ...process.env, ...memoryEnvironment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { pid } = child;
  if (pid === undefined) throw new Problem(`${name} ${role} cannot be started.`);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const giveUp = setTimeout(
      () => reject(new Problem(`${name} ${role} did not become ready.`)),
      READY_WITHIN_MS,
    );
    child.once('message', (message) => {
      clearTimeout(giveUp);
      resolve((message as { url: string }).url);
    });
    child.once('exit', () => {
      clearTimeout(giveUp);
      reject(new Problem(`${name} ${role} ended before it was ready.`));
    });
  }).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    pid,
    url,
    async stop() {
      child.kill('SIGTERM');
      const lastResort = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
      await gone;
      clearTimeout(lastResort);
    },
  };
}
