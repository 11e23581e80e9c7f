/** Imports a file of returns, in parts that one call of an operation takes, and says what became of each row. */
import { importList, returnedColumns, type Operate } from '@sluice/admin';
import { placedRows } from '@sluice/admin/files';
import { adminImportReturns, type ImportedPlace } from '@sluice/contracts';
import { openTextFile } from '../files/text-file.js';

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
export async function importFile(
  operate: Operate,
  options: ImportOptions,
): Promise<readonly ImportedPlace[]> {
  const { tenantId, file, encoding, dryRun } = options;
  const text = await openTextFile(file, { encoding });
  const rows = await placedRows(file, text.chunks(), returnedColumns);
  const request = async (part: readonly object[]) => {
    const body = { rows: [...part], dryRun };
    return (await operate.call(adminImportReturns, { params: { tenantId }, body })).results;
  };
  return importList(request, rows, dryRun ? ROWS_OF_A_DRY_RUN : ROWS_AT_ONCE);
}
