/** The embedded engine's log: every start and exit of its process, and the output of that process. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** An append-only log. */
export interface EngineLog {
  readonly file: string;
  /** Logs an event with the current time, as one line of JSON like those of the services. */
  readonly note: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Appends the output of the process unchanged. */
  readonly write: (text: string) => void;
}

/** Opens the log at `file`; only its owner may read it. */
export function openEngineLog(file: string): EngineLog {
  const write = (text: string): void => {
    // Before every line, because the logs may have been removed in the meantime.
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, text, { mode: 0o600 });
  };
  return {
    file,
    write,
    note: (message, fields) =>
      write(
        `${JSON.stringify({ timestamp: new Date().toISOString(), service: 'mongodb', message, ...fields })}\n`,
      ),
  };
}
