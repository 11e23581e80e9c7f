/** `npm start` as a child process. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { launchProcess } from '@sluice/launch';
import { Problem, projectRoot, readRunFile, type RunFile } from '@sluice/local';

/** A running installation. */
export interface StartedInstallation {
  /** The run.json of the moment when everything answered. */
  readonly run: RunFile;
  /** Ends it, by force if it does not end in time. */
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 240_000;
const STOPS_WITHIN_MS = 60_000;

/**
 * Starts it, with its log in `folder` and its data in the `DATA_DIR` of `env`; resolves once everything answers. If it
 * ends or takes longer than 240 s, rejects with a `Problem` that quotes the last lines of the log.
 */
export async function launchStart(
  folder: string,
  env: NodeJS.ProcessEnv & { readonly DATA_DIR: string },
): Promise<StartedInstallation> {
  const logFile = join(folder, 'start.log');
  const log = openSync(logFile, 'a');
  const supervisor = launchProcess(
    {
      name: 'sluice',
      command: process.execPath,
      args: [join(projectRoot, 'scripts', 'bootstrap.mjs'), 'start'],
      env,
      logFile,
      pidFile: join(folder, 'supervisor.json'),
      tiedBy: 'signal',
    },
    log,
  );
  closeSync(log);
  const ended = new Promise<void>((resolve) => supervisor.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    supervisor.kill('SIGTERM');
    const lastResort = setTimeout(() => supervisor.kill('SIGKILL'), STOPS_WITHIN_MS);
    await ended;
    clearTimeout(lastResort);
  };
  const until = performance.now() + STARTS_WITHIN_MS;
  while (performance.now() < until && supervisor.exitCode === null && supervisor.signalCode === null) {
    const run = readRunFile(env.DATA_DIR);
    if (run) return { run, stop };
    await pause(100);
  }
  await stop();
  const said = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
  throw new Problem(`The installation did not start; its output:\n${said}`);
}
