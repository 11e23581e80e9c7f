/** The columns of a file of returns. */
import { trimInvisible } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Heading } from '../send/csv/heading.js';

const known = ['leadId', 'reference', 'reason', 'note'] as const;
type Column = (typeof known)[number];

/** The column that a heading means, whatever its case is. */
function columnOf(heading: string): Column | undefined {
  const name = trimInvisible(heading).toLowerCase();
  return known.find((column) => column.toLowerCase() === name);
}

/** Whether a heading is one of the columns. */
export function isReturnColumn(heading: string): boolean {
  return columnOf(heading) !== undefined;
}

/**
 * Reads the cells of the heading, which stands in `line`. Columns that are none of a return are left out.
 * @throws Problem without the columns that every row needs, or with one of them twice
 */
export function readReturnHeading(cells: readonly string[], line: number): Heading {
  const columns = cells.map(trimInvisible);
  const meant = columns.map(columnOf);
  const twice = meant.find((column, at) => column !== undefined && meant.indexOf(column) < at);
  if (twice !== undefined) throw faulty(line, `${twice} appears twice`);
  if (!meant.includes('leadId') && !meant.includes('reference'))
    throw faulty(line, 'it names neither leadId nor reference');
  if (!meant.includes('reason')) throw faulty(line, 'it does not name reason');
  const fits = (row: readonly string[]): boolean =>
    row.length >= columns.length && row.slice(columns.length).every((cell) => trimInvisible(cell) === '');
  return {
    columns,
    isExport: false,
    nameOf: (column) => columns[column] || `column ${column + 1}`,
    fits,
    fieldsOf: (row) =>
      Object.fromEntries(
        meant.flatMap((column, at) => (column === undefined ? [] : [[column, trimInvisible(row[at] ?? '')]])),
      ),
    problemsOf: (row) =>
      fits(row) ? [] : [`row: has ${row.length} cells, but the header has ${columns.length}`],
  };
}

function faulty(line: number, problem: string): Problem {
  return new Problem(
    `nothing was imported, because of its header in line ${line}: ${problem} (the columns are leadId or reference, reason, note).`,
  );
}
