/** The heading of a CSV file: which columns are which fields of a lead, and which may stay empty. */
import type { CsvHeading } from '@sluice/admin/files';
import { trimInvisible } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import { fieldProblem } from '../lead-body.js';
import { exportUses, isLeadFormExport, type ColumnUse } from './lead-form-columns.js';

type Use = ColumnUse | { readonly kind: 'unnamed' };

/** Reads the cells of the heading, which stands in `line`. @throws Problem if it is not one of leads */
export function readHeading(cells: readonly string[], line: number): CsvHeading {
  const columns = cells.map(trimInvisible);
  const isExport = isLeadFormExport(columns, isField);
  const uses = usesOf(columns, isExport, line);
  const needed = columns.findLastIndex((column) => column !== '') + 1;
  const nameOf = (column: number): string => columns[column] || `column ${column + 1}`;
  const fits = (row: readonly string[]): boolean =>
    row.length >= needed && row.slice(columns.length).every(isBlank);
  return {
    columns,
    isExport,
    nameOf,
    fits,
    fieldsOf: (row) =>
      Object.fromEntries(uses.flatMap((use, column) => fieldsOfCell(use, row[column] ?? ''))),
    problemsOf: (row) => {
      if (!fits(row)) return [`row: has ${row.length} cells, but the header has ${columns.length}`];
      if (isExport && row.some((cell) => cell.includes('<test lead: ')))
        return ['row: is a test lead that the ad platform made'];
      return uses.flatMap((use, column) => cellProblem(use, row[column] ?? '', nameOf(column)) ?? []);
    },
  };
}

const isField = (column: string): boolean => column !== '' && fieldProblem(column) === undefined;
const isBlank = (cell: string): boolean => trimInvisible(cell) === '';

function usesOf(columns: readonly string[], isExport: boolean, line: number): readonly Use[] {
  const named = columns.filter((column) => column !== '');
  const problems = named.flatMap((column, index) =>
    named.indexOf(column) < index
      ? [`${column}: appears twice`]
      : isExport
        ? []
        : (fieldProblem(column) ?? []),
  );
  if (problems.length > 0) {
    const isNone = !named.some(isField);
    const advice = isNone
      ? ['(the first row has to name the columns, e.g. firstName,lastName,email,phone)']
      : [];
    const lines = [...problems, ...advice].map((problem) => `\n  ${problem}`);
    throw new Problem(`nothing was sent, because of its header in line ${line}:${lines.join('')}`);
  }
  const uses = isExport
    ? exportUses(named, isField)
    : named.map((column): Use => ({ kind: 'field', field: column }));
  let at = 0;
  return columns.map((column) => (column === '' ? undefined : uses[at++]) ?? { kind: 'unnamed' });
}

function fieldsOfCell(use: Use, cell: string): readonly (readonly [field: string, value: string])[] {
  switch (use.kind) {
    case 'field': {
      const { prefix = '' } = use;
      return [[use.field, cell.startsWith(prefix) ? cell.slice(prefix.length) : cell]];
    }
    case 'fullName': {
      const [, first = '', last = ''] = /^(\S*)\s*(.*)$/s.exec(trimInvisible(cell)) ?? [];
      return [
        ['firstName', first],
        ['lastName', last],
      ];
    }
    case 'ignored':
    case 'unnamed':
      return [];
  }
}

function cellProblem(use: Use, cell: string, name: string): string | undefined {
  if (use.kind === 'unnamed' && !isBlank(cell))
    return `${name}: holds a value, but the header does not name it`;
  return /^="[^]*"$/.test(cell) ? `${name}: is an Excel formula (="…"); keep only its value` : undefined;
}
