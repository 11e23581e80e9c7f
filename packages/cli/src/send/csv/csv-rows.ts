/** Rows of a CSV file of leads. */
import { readRows, type CsvColumns, type CsvFile, type Line } from '@sluice/admin/files';
import { trimInvisible } from '@sluice/contracts';
import { fieldProblem } from '../lead-body.js';
import { readHeading } from './heading.js';
import { isExportColumn } from './lead-form-columns.js';

const leadColumns: CsvColumns = { isKnown: isKnownColumn, readHeading, done: 'sent' };

/** Reads the heading; undefined if there is none. @throws Problem if it is not one of leads */
export function readCsv(source: AsyncIterable<Line>): Promise<CsvFile | undefined> {
  return readRows(source, leadColumns);
}

function isKnownColumn(column: string): boolean {
  const name = trimInvisible(column);
  return name !== '' && (fieldProblem(name) === undefined || isExportColumn(name));
}
