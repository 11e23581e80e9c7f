/**
 * The rejects file: the refused rows with their reasons, as they stood in their file; once corrected, it can be sent as it
 * is.
 */
import { stringify } from 'csv-stringify/sync';
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Problem } from '@sluice/local';
import { reasonsField } from './lead-body.js';
import type { CsvFormat, LeadFile } from './lead-file.js';
import type { Row } from './row.js';

/** Writes the refused rows of a file next to it. */
export interface RejectsWriter {
  /** Says how a row ended, in any order; `reasons` if it was refused. */
  settle(row: Row, reasons?: readonly string[]): void;
  /**
   * Completes the rejects file and returns its path; without rejects, removes the one of an earlier run.
   * @throws Problem if it could not be written
   */
  finish(): string | undefined;
}

/** Begins the rejects of a file. Rows are written in the file's order and soon, so that they need no memory. */
export function createRejectsWriter(file: LeadFile): RejectsWriter {
  const path = `${file.path.slice(0, file.path.length - extname(file.path).length)}.rejects.${file.csv ? 'csv' : 'ndjson'}`;
  const partial = `${path}.part`;
  const text = file.csv ? csvText(file.csv) : ndjsonText;
  const waiting = new Map<number, Reject | undefined>();
  let next = 1;
  let count = 0;
  let output: number | undefined;
  let failure: Error | undefined;
  // After a failure, nothing more is written.
  const attempt = (work: () => void): void => {
    try {
      if (!failure) work();
    } catch (error) {
      failure = error as Error;
    }
  };
  const write = (reject: Reject | undefined): void => {
    if (!reject) return;
    count += 1;
    const heading = count === 1 && file.csv ? csvHeading(file.csv) : '';
    attempt(() => {
      output ??= openSync(partial, 'w');
      writeFileSync(output, heading + text(reject));
    });
  };
  return {
    settle: (row, reasons) => {
      waiting.set(row.n, reasons && { row, reasons });
      for (; waiting.has(next); next += 1) {
        write(waiting.get(next));
        waiting.delete(next);
      }
    },
    finish: () => {
      for (const n of [...waiting.keys()].sort((one, other) => one - other)) write(waiting.get(n));
      if (output !== undefined) closeSync(output);
      if (count === 0) {
        rmSync(path, { force: true });
        return undefined;
      }
      attempt(() => renameSync(partial, path));
      if (!failure) return path;
      throw new Problem(
        `${count} rows were refused, but ${path} cannot be written (${failure.message}): ` +
          'send the file again from a writable directory; no row is sent twice.',
      );
    },
  };
}

interface Reject {
  readonly row: Row;
  readonly reasons: readonly string[];
}

// A spreadsheet that needed a byte order mark in the file needs it here as well.
function csvHeading(csv: CsvFormat): string {
  const declared = csv.isDeclared ? `sep=${csv.delimiter}\n` : '';
  const columns = csvColumns(csv).map(({ name }) => name);
  return (csv.isPlainUtf8 ? '' : '\uFEFF') + declared + csvLine(csv, [...columns, reasonsField]);
}

function csvText(csv: CsvFormat): (reject: Reject) => string {
  const columns = csvColumns(csv);
  return ({ row, reasons }) => {
    const cells = row.source as readonly string[];
    return csvLine(csv, [...columns.map(({ index }) => cells[index] ?? ''), reasons.join('; ')]);
  };
}

// Cells behind the last column are kept, in columns without a name: they are what has to be corrected.
function csvColumns({
  heading,
  width,
}: CsvFormat): readonly { readonly name: string; readonly index: number }[] {
  const last = heading.columns.findLastIndex((column) => column !== '');
  const kept = Math.max(last + 1, width);
  return Array.from({ length: kept }, (_, index) => ({ name: heading.columns[index] ?? '', index })).filter(
    ({ name }) => name !== reasonsField,
  );
}

function csvLine({ delimiter }: CsvFormat, cells: readonly string[]): string {
  return stringify([cells], { delimiter, record_delimiter: '\n' });
}

function ndjsonText({ row, reasons }: Reject): string {
  return `${JSON.stringify({ ...row.source, [reasonsField]: reasons })}\n`;
}
