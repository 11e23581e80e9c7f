/** The rows of a CSV file that a call brings along. */
import { ApiError, Problem } from '@sluice/contracts';
import type { CsvColumns } from './csv-rows.js';
import { decodedText } from './decoded-text.js';
import { placedRows, type PlacedRow } from './placed-rows.js';

/** A file as a call has it. */
export interface Upload {
  /** Its bytes, as base64. */
  readonly file: string;
  readonly encoding?: string | undefined;
}

/** Its rows. @throws ApiError VALIDATION_ERROR if it cannot be read as such a file, has no rows, or more than `most` */
export async function uploadedRows(
  { file, encoding }: Upload,
  columns: CsvColumns,
  most: number,
): Promise<readonly PlacedRow[]> {
  const name = 'the file';
  try {
    const text = await decodedText({ name, encoding, option: 'encoding' }, Buffer.from(file, 'base64'));
    return await placedRows(name, inOnePiece(text), columns, most);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new ApiError('VALIDATION_ERROR', { details: [`file: ${error.message}`] });
  }
}

async function* inOnePiece(text: string): AsyncGenerator<string, void, undefined> {
  yield text;
}
