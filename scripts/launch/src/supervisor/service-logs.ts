/**
 * The log files of services and stores: bounds their size, and reports the services' warnings and errors to the
 * terminal.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, join } from 'node:path';

const KEEP_AT_START_BYTES = 8 * 1024 * 1024;
const KEEP_WHILE_RUNNING_BYTES = 64 * 1024 * 1024;
const LOOK_EVERY_MS = 1_000;
const READ_AT_MOST_BYTES = 256 * 1024;
const LINES_AT_MOST = 3;

/** Renames large log files of earlier runs to `x.log.1`, keeping one generation of each. */
export function rotateLogs(logDir: string): void {
  for (const file of [...logFiles(logDir), ...storeLogFiles(logDir)]) {
    if (statSync(file).size > KEEP_AT_START_BYTES) renameSync(file, `${file}.1`);
  }
}

/**
 * Reports every warning and error that the services log from now on, at most a few lines a second each, until stopped.
 */
export function watchLogs(logDir: string, note: (line: string) => void): { stop(): void } {
  const positions = new Map(logFiles(logDir).map((file) => [file, statSync(file).size]));
  const look = (): void => {
    for (const file of logFiles(logDir)) {
      const { text, position } = readFrom(file, positions.get(file) ?? 0);
      positions.set(file, position);
      report(basename(file, '.log'), text, note);
      if (position > KEEP_WHILE_RUNNING_BYTES) {
        // The services hold the file open for appending, so it is copied and truncated rather than renamed.
        copyFileSync(file, `${file}.1`);
        truncateSync(file);
        positions.set(file, 0);
      }
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}

/** The last line of a log that explains why a process ended, shortened; `undefined` for an empty log. */
export function lastWords(logFile: string): string | undefined {
  if (!existsSync(logFile)) return undefined;
  const { text } = readFrom(logFile, Math.max(0, statSync(logFile).size - 8_192));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const complaint = lines.findLast(
    (line) => complaintOf(line) !== undefined || /^\s*\w*(Error|Problem)\b.*: /.test(line),
  );
  const line = complaint ?? lines.at(-1);
  return line === undefined ? undefined : shorten(complaintOf(line) ?? line.trim());
}

function report(service: string, text: string, note: (line: string) => void): void {
  const complaints = text.split('\n').flatMap((line) => complaintOf(line) ?? []);
  for (const complaint of complaints.slice(0, LINES_AT_MOST)) note(`  ! ${service}: ${shorten(complaint)}`);
  const more = complaints.length - LINES_AT_MOST;
  if (more > 0) note(`  ! ${service}: and ${more} more; see its log`);
}

/** The message of a warning or error line; `undefined` for any other line. */
function complaintOf(line: string): string | undefined {
  // A cheap check first, because under load nearly every line is an ordinary one.
  if (!/"level":\s*"(warn|error)"/.test(line)) return undefined;
  try {
    const entry = JSON.parse(line) as { level?: string; message?: unknown; error?: unknown };
    const detail = typeof entry.error === 'string' ? `: ${entry.error}` : '';
    return `${entry.level}: ${String(entry.message)}${detail}`;
  } catch {
    return undefined;
  }
}

function shorten(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

// The stores use their own formats; the supervisor itself reports what matters about them.
const storeLogs = new Set(['redis.log', 'mongodb.log']);

function logFiles(logDir: string): string[] {
  return filesOf(logDir, (name) => name.endsWith('.log') && !storeLogs.has(name));
}

function storeLogFiles(logDir: string): string[] {
  return filesOf(logDir, (name) => storeLogs.has(name));
}

function filesOf(logDir: string, wanted: (name: string) => boolean): string[] {
  if (!existsSync(logDir)) return [];
  return readdirSync(logDir)
    .filter(wanted)
    .map((name) => join(logDir, name));
}

/**
 * Reads whole lines starting at `from`. Text beyond the limit of one read is skipped; an incomplete last line is left
 * for the next read.
 */
function readFrom(file: string, from: number): { text: string; position: number } {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const start = Math.max(from > size ? 0 : from, size - READ_AT_MOST_BYTES);
    const buffer = Buffer.alloc(size - start);
    const read = readSync(descriptor, buffer, 0, buffer.length, start);
    const end = buffer.subarray(0, read).lastIndexOf(0x0a) + 1;
    return { text: buffer.toString('utf8', 0, end), position: start + end };
  } finally {
    closeSync(descriptor);
  }
}
