/**
 * The actions of a run and their times: printed as they happen and stored, so that a run can be analysed afterwards.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

/** The log of one run. */
export interface ActionLog {
  /** Logs that something was done or happened now. */
  note(action: string): void;
  /** Seconds since the run began. */
  readonly elapsedSeconds: () => number;
  close(): void;
}

/** Opens a log that is written to `file` and passed to `print` line by line. */
export function openActionLog(file: string, print: (line: string) => void): ActionLog {
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
      print(`${seconds.toFixed(1).padStart(7)} s  ${action}`);
    },
    elapsedSeconds,
    close: () => closeSync(descriptor),
  };
}
