/** The heading of a file whose columns have fixed names, in any case and order; other columns are left out. */
import { Problem, trimInvisible } from '@sluice/contracts';
import type { CsvColumns } from './csv-rows.js';

/** The columns of a kind of file. */
export interface NamedColumns<Name extends string> {
  readonly known: readonly Name[];
  /** What a heading lacks that names only these, as `it does not name reason`; undefined if it lacks nothing. */
  readonly lack: (named: ReadonlySet<Name>) => string | undefined;
  /** The columns in words, for messages. */
  readonly words: string;
  /** What is not done with a file whose heading cannot be read. */
  readonly done: string;
}

/** How such a file is read as CSV; a heading that lacks a column, or has one twice, throws a Problem. */
export function namedColumns<Name extends string>(of: NamedColumns<Name>): CsvColumns {
  const columnOf = (heading: string): Name | undefined => {
    const name = trimInvisible(heading).toLowerCase();
    return of.known.find((column) => column.toLowerCase() === name);
  };
  return {
    isKnown: (heading) => columnOf(heading) !== undefined,
    done: of.done,
    readHeading: (cells, line) => {
      const columns = cells.map(trimInvisible);
      const meant = columns.map(columnOf);
      const twice = meant.find((column, at) => column !== undefined && meant.indexOf(column) < at);
      const named = new Set(meant.filter((column) => column !== undefined));
      const problem = twice === undefined ? of.lack(named) : `${twice} appears twice`;
      if (problem !== undefined)
        throw new Problem(
          `nothing was ${of.done}, because of its header in line ${line}: ${problem} (the columns are ${of.words}).`,
        );
      // A column without a name at the end needs no cell.
      const needed = columns.findLastIndex((column) => column !== '') + 1;
      const nameOf = (column: number): string => columns[column] || `column ${column + 1}`;
      const fits = (row: readonly string[]): boolean =>
        row.length >= needed && row.slice(columns.length).every((cell) => trimInvisible(cell) === '');
      return {
        columns,
        isExport: false,
        nameOf,
        fits,
        fieldsOf: (row) =>
          Object.fromEntries(
            meant.flatMap((column, at) =>
              column === undefined ? [] : [[column, trimInvisible(row[at] ?? '')]],
            ),
          ),
        problemsOf: (row) =>
          fits(row)
            ? meant.flatMap((column, at) =>
                column !== undefined && isFormula(row[at] ?? '')
                  ? [`${nameOf(at)}: is an Excel formula (="…"); keep only its value`]
                  : [],
              )
            : [`row: has ${row.length} cells, but the header has ${columns.length}`],
      };
    },
  };
}

// As spreadsheets keep a number from being changed.
function isFormula(cell: string): boolean {
  return /^="[^]*"$/.test(trimInvisible(cell));
}
