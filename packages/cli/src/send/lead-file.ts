/**
 * A file of leads, CSV with a heading, NDJSON or JSON: checked once as a whole before anything is sent, then read row by
 * row.
 */
import { linesOf, type CsvDialect } from '@sluice/admin/files';
import { Problem } from '@sluice/local';
import { basename, extname } from 'node:path';
import { openTextFile, type TextFile, type TextFileOptions } from '../files/text-file.js';
import { readCsv } from './csv/csv-rows.js';
import { arrayRows, singleRow, wholeText } from './json/json-document.js';
import { ndjsonRows } from './json/ndjson-rows.js';
import type { Row } from './row.js';

/** A file that was read to its end without an error. */
export interface LeadFile {
  readonly path: string;
  readonly rows: number;
  /** How a CSV file is written; undefined for JSON. */
  readonly csv?: CsvFormat;
  /** The rows; a second reading gives the same. @throws Problem if the file has changed */
  read(): AsyncIterable<Row>;
}

/** How a CSV file is written, and its rejects file is to be written. */
export interface CsvFormat extends CsvDialect {
  /** The most cells of a row. */
  readonly width: number;
  /** Whether its program takes UTF-8 without a byte order mark for UTF-8. */
  readonly isPlainUtf8: boolean;
}

interface Opened {
  readonly dialect?: CsvDialect;
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
}

/** Checks the whole file. A {@link Problem} names a fault of the file as a whole; rows have problems of their own. */
export async function openLeadFile(path: string, options: TextFileOptions = {}): Promise<LeadFile> {
  const file = await openTextFile(path, options);
  try {
    const { dialect, rows: all } = await opened(file);
    const { rows, width } = await checked(all, dialect ? 'CSV' : 'JSON or NDJSON');
    return {
      path,
      rows,
      csv: dialect && { ...dialect, width, isPlainUtf8: file.isPlainUtf8 },
      read: async function* () {
        yield* (await opened(file)).rows;
      },
    };
  } catch (error) {
    throw about(path, error);
  }
}

// The first character decides, because people rename files.
async function opened(file: TextFile): Promise<Opened> {
  const first = await firstCharacter(file);
  if (first === '[') return { rows: arrayRows(await wholeText(file.chunks())) };
  const isJson = ['.ndjson', '.jsonl', '.json'].includes(extname(file.path).toLowerCase());
  if (first === '{' || isJson) {
    const single = await prettyPrinted(file);
    return { rows: single ? [single] : ndjsonRows(linesOf(file.chunks())) };
  }
  const csv = await readCsv(linesOf(file.chunks()));
  return csv ?? { rows: [] };
}

async function firstCharacter(file: TextFile): Promise<string | undefined> {
  for await (const chunk of file.chunks()) {
    const [visible] = /\S/.exec(chunk) ?? [];
    if (visible !== undefined) return visible;
  }
  return undefined;
}

/** The row of a file that is one lead on several lines; undefined if its first line is a lead by itself. */
async function prettyPrinted(file: TextFile): Promise<Row | undefined> {
  for await (const row of ndjsonRows(linesOf(file.chunks()))) {
    return row.isUnreadable ? singleRow(await wholeText(file.chunks())) : undefined;
  }
  return undefined;
}

async function checked(
  all: Opened['rows'],
  format: string,
): Promise<{ readonly rows: number; readonly width: number }> {
  let rows = 0;
  let width = 0;
  let isReadable = false;
  let fault = '';
  for await (const row of all) {
    rows = row.n;
    if (Array.isArray(row.source)) width = Math.max(width, row.source.length);
    isReadable ||= row.isUnreadable !== true;
    fault ||= `${row.place}: ${row.problems.join('; ')}`;
  }
  if (rows === 0) throw new Problem('has no rows.');
  if (!isReadable) throw new Problem(`is not a ${format} file: ${fault}.`);
  return { rows, width };
}

function about(path: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.exitCode === 2) return error;
  const name = basename(path);
  return error.message.includes(name) ? error : new Problem(`${name}: ${error.message}`);
}
