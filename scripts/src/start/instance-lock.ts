/** Allows one supervisor per data directory, and ends the processes that a killed one left behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endRecordedProcesses, forgetProcess, recordedProcess, recordProcess } from '@sluice/launch';
import { Problem, removeRunFile } from '@sluice/local';

/**
 * Locks the data directory for this process; throws a `Problem` if another supervisor holds it. Processes that a killed
 * supervisor left running are ended first, so that their ports and their stores' files are free again.
 */
export async function takeDataDir(dataDir: string): Promise<{ release(): void }> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = join(dataDir, 'supervisor.json');
  try {
    writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
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
