/** The rejects file: the refused rows unchanged, with their reasons; once corrected, it can be sent as it is. */
import { stringify } from 'csv-stringify/sync';
import { rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Problem } from '@sluice/local';
import { reasonsField } from './lead-body.js';
import type { LeadFile } from './lead-file.js';
import type { Row } from './row.js';

/** A refused row. */
export interface Reject {
  readonly row: Row;
  readonly reasons: readonly string[];
}

/**
 * Writes the rejects of a file next to it, in the file's order, and returns the path; without rejects, removes such a
 * file. A {@link Problem} says where it cannot be written.
 */
export function writeRejects(file: LeadFile, rejects: readonly Reject[]): string | undefined {
  const path = `${file.path.slice(0, file.path.length - extname(file.path).length)}.rejects.${file.format}`;
  if (rejects.length === 0) {
    rmSync(path, { force: true });
    return undefined;
  }
  const ordered = [...rejects].sort((one, other) => one.row.n - other.row.n);
  try {
    writeFileSync(path, file.format === 'csv' ? csv(file, ordered) : ndjson(ordered));
  } catch (error) {
    throw new Problem(
      `${rejects.length} rows were refused, but ${path} cannot be written (${(error as Error).message}): ` +
        'send the file again from a writable directory; no row is sent twice.',
    );
  }
  return path;
}

function csv({ heading }: LeadFile, rejects: readonly Reject[]): string {
  const columns = [...heading.filter((column) => column !== reasonsField), reasonsField];
  return stringify(
    rejects.map(({ row, reasons }) => ({ ...row.fields, [reasonsField]: reasons.join('; ') })),
    { header: true, columns },
  );
}

function ndjson(rejects: readonly Reject[]): string {
  return rejects
    .map(({ row, reasons }) => `${JSON.stringify({ ...row.fields, [reasonsField]: reasons })}\n`)
    .join('');
}
