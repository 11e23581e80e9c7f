/** One supervisor for one data directory, and an end to what a killed one left behind. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endRecordedProcesses, forgetProcess, recordedProcess, recordProcess } from '@sluice/launch';
import { Problem, removeRunFile } from '@sluice/local';

/**
 * Takes the data directory for this process; throws a `Problem` while another supervisor has it.
 * What a killed supervisor left running is ended first, so that its ports and its stores' files are free again.
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
        `Sluice already runs with the data directory ${dataDir} (process ${owner}): stop that one first, or set DATA_DIR to another folder.`,
      );
    }
  }
  recordProcess(lock, process.pid);
  removeRunFile(dataDir);
  await endRecordedProcesses(join(dataDir, 'pids'));
  return { release: () => forgetProcess(lock) };
}
