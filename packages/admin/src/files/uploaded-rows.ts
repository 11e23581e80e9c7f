/** The rows of a CSV file that a call brings along. */
import { ApiError } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { CsvColumns } from './csv-rows.js';
import { decodedText } from './decoded-text.js';
import { placedRows, type PlacedRow } from './placed-rows.js';

/** The most rows of one file: they are answered while the caller waits. */
const MOST_UPLOADED_ROWS = 2_000;

/** A file as a call has it. */
export interface Upload {
  /** Its bytes, as base64. */
  readonly file: string;
  readonly encoding?: string | undefined;
}

/** Its rows. @throws ApiError VALIDATION_ERROR if it cannot be read as such a file, or has none or too many rows */
export async function uploadedRows(
  { file, encoding }: Upload,
  columns: CsvColumns,
): Promise<readonly PlacedRow[]> {
  const name = 'the file';
  try {
    const text = decodedText({ name, encoding, option: 'encoding' }, Buffer.from(file, 'base64'));
    const rows = await placedRows(name, inOnePiece(text), columns);
    if (rows.length <= MOST_UPLOADED_ROWS) return rows;
    throw new Problem(
      `it has ${rows.length} rows, and at most ${MOST_UPLOADED_ROWS} are read at once; split it.`,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ApiError('VALIDATION_ERROR', { details: [`file: ${error.message}`] });
  }
}

async function* inOnePiece(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}
