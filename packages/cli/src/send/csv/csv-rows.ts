/** Rows of a CSV file with a heading (RFC 4180), in every dialect that spreadsheets write. */
import { trimInvisible } from '@sluice/contracts';
import { Problem } from '@sluice/local';
import type { Line } from '../../files/lines.js';
import { fieldProblem } from '../lead-body.js';
import type { Row } from '../row.js';
import { csvRecords, type CsvRecord } from './csv-records.js';
import { declaredDelimiter, delimiterOf, isBlankLine } from './delimiter.js';
import { readHeading, type Heading } from './heading.js';
import { isExportColumn } from './lead-form-columns.js';

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: string;
  /** The file declares its delimiter in a line `sep=`. */
  readonly isDeclared: boolean;
  readonly heading: Heading;
}

/** A CSV file that is being read. */
export interface CsvFile {
  readonly dialect: CsvDialect;
  readonly rows: AsyncIterable<Row>;
}

/** What the columns of a kind of file are. */
export interface CsvColumns {
  /** Whether a heading is a column of such files, to find out how columns are separated. */
  readonly isKnown: (column: string) => boolean;
  /** Reads the heading that stands in `line`. @throws Problem if it is none of such a file */
  readonly readHeading: (cells: readonly string[], line: number) => Heading;
  /** What is not done with a file whose heading cannot be read. */
  readonly done: string;
}

const leadColumns: CsvColumns = { isKnown: isKnownColumn, readHeading, done: 'sent' };

/** Reads the heading, by default one of leads; undefined if there is none. @throws Problem if it is another one */
export async function readCsv(
  source: AsyncIterable<Line>,
  of: CsvColumns = leadColumns,
): Promise<CsvFile | undefined> {
  const lines = source[Symbol.asyncIterator]();
  let first = await nextLine(lines);
  // Two programs have each put a byte order mark here.
  if (first?.text.startsWith('\uFEFF')) first = { ...first, text: first.text.replace(/^\uFEFF+/, '') };
  const declared = first && declaredDelimiter(first.text);
  if (declared !== undefined) first = await nextLine(lines);
  while (first && isBlankLine(first.text)) first = await nextLine(lines);
  if (!first) return undefined;
  const delimiter = declared ?? delimiterOf(first.text, of.isKnown);
  // Only once the heading is read can a record be said to fit.
  const known: { heading?: Heading } = {};
  const records = csvRecords(
    preceded(first, lines),
    delimiter,
    (cells) => known.heading?.fits(cells) ?? true,
  );
  const read = await records.next();
  if (read.done) return undefined;
  const heading = headingOf(read.value, of);
  known.heading = heading;
  const dialect: CsvDialect = { delimiter, isDeclared: declared !== undefined, heading };
  return { dialect, rows: rowsOf(records, heading) };
}

async function* rowsOf(
  records: AsyncIterable<CsvRecord>,
  heading: Heading,
): AsyncGenerator<Row, void, undefined> {
  let n = 0;
  for await (const { line, cells, fault } of records) {
    if (!fault && cells.every((cell) => trimInvisible(cell) === '')) continue;
    n += 1;
    const row = { n, place: `line ${line}`, source: cells };
    if (fault) {
      const problems = [`${heading.nameOf(fault.cell)}: ${fault.problem}`];
      yield { ...row, fields: {}, problems, isUnreadable: true };
      continue;
    }
    const problems = heading.problemsOf(cells);
    yield { ...row, fields: problems.length === 0 ? heading.fieldsOf(cells) : {}, problems };
  }
}

function headingOf({ line, cells, fault }: CsvRecord, of: CsvColumns): Heading {
  if (!fault) return of.readHeading(cells, line);
  throw new Problem(
    `nothing was ${of.done}, because column ${fault.cell + 1} of its header in line ${line} ${fault.problem}.`,
  );
}

function isKnownColumn(column: string): boolean {
  const name = trimInvisible(column);
  return name !== '' && (fieldProblem(name) === undefined || isExportColumn(name));
}

async function nextLine(lines: AsyncIterator<Line>): Promise<Line | undefined> {
  const next = await lines.next();
  return next.done ? undefined : next.value;
}

async function* preceded(first: Line, rest: AsyncIterator<Line>): AsyncGenerator<Line, void, undefined> {
  yield first;
  for (let line = await nextLine(rest); line; line = await nextLine(rest)) yield line;
}
