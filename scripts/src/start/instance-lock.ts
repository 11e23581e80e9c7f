/** Allows one supervisor per data directory, and ends the processes that a killed one left behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endRecordedProcesses, forgetProcess, recordedProcess, recordProcess } from '@sluice/launch';
import { Problem, removeRunFile } from '@sluice/local';

/**
 * Locks the data directory for this process; throws a `Problem` if another supervisor holds it, or if it cannot be
 * written. Processes that a killed supervisor left running are ended first, so that their ports and their stores' files
 * are free again.
 */
export async function takeDataDir(dataDir: string): Promise<{ release(): void }> {
  const lock = join(dataDir, 'supervisor.json');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message, path } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' || path !== lock) {
      throw new Problem(
        `The data directory ${dataDir} cannot be written (${message}): set DATA_DIR to a folder that you may write to.`,
      );
    }
    const owner = recordedProcess(lock);
    if (owner !== undefined) {
      throw new Problem(
        `Sluice is already running with the data directory ${dataDir} (process ${owner}): stop it first, or set DATA_DIR to another directory.`,
      );
    }
  }
  recordProcess(lock, process.pid);
  removeRunFile(dataDir);
  await endRecordedProcesses(join(dataDir, 'pids'));
  return { release: () => forgetProcess(lock) };
}
