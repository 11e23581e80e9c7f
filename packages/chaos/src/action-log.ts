/** What was done to the installation, and when: printed as it happens and kept, so that a run can be read afterwards. */
import { closeSync, openSync, writeSync } from 'node:fs';

/** The log of one run. */
export interface ActionLog {
  /** Notes that something was done or happened now. */
  note(action: string): void;
  /** Seconds since the run began. */
  readonly elapsedSeconds: () => number;
  close(): void;
}

/** Opens a log that is written to `file` and told to `tell` line by line. */
export function openActionLog(file: string, tell: (line: string) => void): ActionLog {
  const descriptor = openSync(file, 'a');
  const startedAt = performance.now();
  const elapsedSeconds = () => (performance.now() - startedAt) / 1000;
  return {
    note(action) {
      const seconds = elapsedSeconds();
      writeSync(
        descriptor,
        `${JSON.stringify({ at: new Date().toISOString(), seconds: Math.round(seconds * 1000) / 1000, action })}\n`,
      );
      tell(`${seconds.toFixed(1).padStart(7)} s  ${action}`);
    },
    elapsedSeconds,
    close: () => closeSync(descriptor),
  };
}
