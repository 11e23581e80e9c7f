/** Imports a file of returns in parts, and says what became of each row. */
import type { Operate } from '@sluice/admin';
import { adminImportReturns, type ImportedReturn, type ReturnRow } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { linesOf } from '../files/lines.js';
import { openTextFile } from '../files/text-file.js';
import { readCsv } from '../send/csv/csv-rows.js';
import { isReturnColumn, readReturnHeading } from './return-columns.js';

/** What became of a row; `place` is where a person finds it. */
export interface RowResult extends ImportedReturn {
  readonly place: string;
}

interface PlacedRow {
  readonly place: string;
  readonly row: ReturnRow;
  /** What is wrong with the row as a row of the file. */
  readonly problems: readonly string[];
}

/** How the file is imported. */
export interface ImportOptions {
  readonly tenantId: string;
  readonly file: string;
  readonly encoding?: string | undefined;
  readonly dryRun: boolean;
}

// A part is answered within seconds. A dry run writes nothing, and sees only the rows of its own part.
const ROWS_AT_ONCE = 100;
const ROWS_OF_A_DRY_RUN = 1_000;
// Less than a body may hold.
const CHARACTERS_AT_ONCE = 150_000;

/** Reads the whole file before anything is imported. @throws Problem if it cannot be read as a file of returns */
export async function importFile(operate: Operate, options: ImportOptions): Promise<readonly RowResult[]> {
  const { tenantId, dryRun } = options;
  const rows = await rowsOf(options);
  const results: RowResult[] = [];
  for (const part of partsOf(rows, dryRun ? ROWS_OF_A_DRY_RUN : ROWS_AT_ONCE)) {
    const whole = part.filter(({ problems }) => problems.length === 0);
    const imported =
      whole.length === 0
        ? []
        : (
            await operate.call(adminImportReturns, {
              params: { tenantId },
              body: { rows: whole.map(({ row }) => row), dryRun },
            })
          ).results;
    const answers = new Map(whole.map((one, at) => [one, imported[at]]));
    for (const one of part) {
      const { place, problems } = one;
      results.push({ place, ...(answers.get(one) ?? { result: 'refused', why: problems.join('; ') }) });
    }
  }
  return results;
}

async function rowsOf({ file, encoding }: ImportOptions): Promise<readonly PlacedRow[]> {
  const text = await openTextFile(file, { encoding });
  const columns = { isKnown: isReturnColumn, readHeading: readReturnHeading, done: 'imported' };
  const csv = await readCsv(linesOf(text.chunks()), columns);
  const rows: PlacedRow[] = [];
  for await (const { place, fields, problems } of csv?.rows ?? [])
    rows.push({ place, row: fields, problems });
  if (rows.length === 0) throw new Problem(`${file} has no rows.`);
  return rows;
}

function* partsOf(rows: readonly PlacedRow[], most: number): Generator<readonly PlacedRow[]> {
  let part: PlacedRow[] = [];
  let characters = 0;
  for (const one of rows) {
    const size = JSON.stringify(one.row).length;
    if (part.length === most || (part.length > 0 && characters + size > CHARACTERS_AT_ONCE)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(one);
    characters += size;
  }
  if (part.length > 0) yield part;
}
