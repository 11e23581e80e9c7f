/** Imports a file of returns in parts, and says what became of each row. */
import type { Operate } from '@sluice/admin';
import { adminImportReturns, type ImportedReturn } from '@sluice/contracts';
import { answersInParts, placedRows } from '../files/placed-rows.js';
import { returnColumns } from './return-columns.js';

/** What became of a row; `place` is where a person finds it. */
export interface RowResult extends ImportedReturn {
  readonly place: string;
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

/** Reads the whole file before anything is imported. @throws Problem if it cannot be read as a file of returns */
export async function importFile(operate: Operate, options: ImportOptions): Promise<readonly RowResult[]> {
  const { tenantId, file, encoding, dryRun } = options;
  const rows = await placedRows(file, encoding, returnColumns);
  return answersInParts<ImportedReturn>(
    rows,
    dryRun ? ROWS_OF_A_DRY_RUN : ROWS_AT_ONCE,
    async (part) => {
      const body = { rows: [...part], dryRun };
      return (await operate.call(adminImportReturns, { params: { tenantId }, body })).results;
    },
    (why) => ({ result: 'refused', why }),
  );
}
