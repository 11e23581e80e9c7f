/** Finds out how the columns of a CSV file are separated: Excel's choice depends on the country of its user. */
import { hasVisible } from '@sluice/contracts';
import { brokenCellsOf } from './csv-records.js';

const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that a line `sep=;` declares; undefined for any other line. */
export function declaredDelimiter(line: string): string | undefined {
  return /^\s*"?sep=([^"])"?[,;\t|\s]*$/i.exec(line)?.[1];
}

/** Whether a line above the heading has nothing in it but delimiters, quotes and spaces. */
export function isBlankLine(line: string): boolean {
  return !hasVisible(line.replace(/[,;\t|"]/g, ''));
}

/** The delimiter of a heading: the one that gives the most known columns, then the most columns. */
export function delimiterOf(heading: string, isKnown: (column: string) => boolean): string {
  const [best = ','] = delimiters
    .map((delimiter) => {
      const columns = brokenCellsOf(heading, delimiter);
      return { delimiter, known: columns.filter(isKnown).length, columns: columns.length };
    })
    .sort((one, other) => other.known - one.known || other.columns - one.columns)
    .map(({ delimiter }) => delimiter);
  return best;
}
