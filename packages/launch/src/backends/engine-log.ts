/** The embedded engine's own log: every start and end of its process, and all that the process wrote itself. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** A log that is only appended to. */
export interface EngineLog {
  readonly file: string;
  /** Notes that something happened now, as one line of JSON like the services' lines. */
  readonly note: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Passes on what the process wrote, as it is. */
  readonly write: (text: string) => void;
}

/** Opens the log at `file`; only its owner may read it. */
export function openEngineLog(file: string): EngineLog {
  const write = (text: string): void => {
    // Before every line: the logs may have been removed in the meantime.
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
