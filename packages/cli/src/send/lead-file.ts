/**
 * A file of leads, CSV with a heading or NDJSON: checked once as a whole before anything is sent, then read row by row.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '@sluice/local';
import { csvHeading, csvRows } from './csv-rows.js';
import { ndjsonRows } from './ndjson-rows.js';
import type { Row } from './row.js';

/** A file that was read to its end without an error. */
export interface LeadFile {
  readonly path: string;
  readonly format: 'csv' | 'ndjson';
  /** Identifies the content: equal files have equal fingerprints. */
  readonly fingerprint: string;
  readonly rows: number;
  /** The columns of a CSV file. */
  readonly heading: readonly string[];
  read(): AsyncIterable<Row>;
}

/** Checks the whole file. A {@link Problem} names a fault of the file as a whole; rows have problems of their own. */
export async function openLeadFile(path: string): Promise<LeadFile> {
  const format = ['.ndjson', '.jsonl', '.json'].includes(extname(path).toLowerCase()) ? 'ndjson' : 'csv';
  const rowsOf = format === 'csv' ? csvRows : ndjsonRows;
  const fingerprint = createHash('sha256');
  let rows = 0;
  const tapped = Readable.from(tap(createReadStream(path), fingerprint));
  try {
    for await (const row of rowsOf(tapped)) rows = row.n;
  } catch (error) {
    throw fileProblem(path, error);
  }
  if (rows === 0) throw new Problem(`${path} has no rows.`);
  const heading = format === 'csv' ? await csvHeading(createReadStream(path)) : [];
  const read = (): AsyncIterable<Row> => rowsOf(createReadStream(path));
  return { path, format, fingerprint: fingerprint.digest('hex').slice(0, 24), rows, heading, read };
}

async function* tap(
  chunks: AsyncIterable<unknown>,
  into: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of chunks) {
    into.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

function fileProblem(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new Problem(`There is no file ${path}; check the path.`);
  if (code === 'EACCES' || code === 'EISDIR') return new Problem(`The file ${path} cannot be read.`);
  if (code?.startsWith('CSV_')) return new Problem(`${basename(path)} is not a CSV file: ${message}.`);
  if (error instanceof Problem) return new Problem(`${basename(path)}: ${error.message}`);
  return error;
}
