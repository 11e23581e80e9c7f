/** The life cycle of `npm start`: lock the data directory, start everything, wait for a stop request, drain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { removeRunFile, report, type Progress } from '@sluice/local';
import { takeDataDir } from './instance-lock.js';
import { readStartOptions } from './options.js';
import { drain, force, type Running } from './shut-down.js';
import { startEverything } from './start-everything.js';
import { listenForStop } from './stop-request.js';

const BREAK_OFF_WITHIN_MS = 5_000;

/**
 * Runs the whole product until it is asked to stop, then drains, stops everything that it started and ends this
 * process. `whenReady` is called once everything answers. Rejects only if nothing has been started yet.
 */
export async function runEverything(
  progress: Progress,
  whenReady: (running: Running) => void = () => undefined,
): Promise<never> {
  const options = readStartOptions(process.env);
  const stop = listenForStop();
  const lock = await takeDataDir(options.dataDir);
  const running: Running = { services: [], others: [], stores: [] };
  const finish = (): never => {
    removeRunFile(options.dataDir);
    lock.release();
    // A cancelled start may still wait for something, which no longer matters.
    process.exit();
  };
  stop.onForce(() => {
    progress.note('Forced to stop.');
    process.exitCode = 1;
    void force(running).finally(finish);
  });

  const start = startEverything(options, { running, progress, stop }).then(() => whenReady(running));
  try {
    await Promise.race([start, stop.requested]);
    await stop.requested;
    progress.note('\nStopping (Ctrl-C again to force)…');
    // A cancelled start may be starting processes and stores that can only be stopped once they exist.
    await Promise.race([start.catch(() => undefined), sleep(BREAK_OFF_WITHIN_MS)]);
  } catch (error) {
    report(error);
  }
  removeRunFile(options.dataDir);
  await drain(running, progress, options.graceMs);
  return finish();
}
