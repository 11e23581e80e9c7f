/** Rows of a CSV file with a heading (RFC 4180), in every dialect that spreadsheets write. */
import { Problem, trimInvisible } from '@sluice/contracts';
import { csvRecords, type CsvRecord } from './csv-records.js';
import { declaredDelimiter, delimiterOf, isBlankLine } from './delimiter.js';
import type { Line } from './lines.js';

/** The heading of a file. */
export interface CsvHeading {
  /** Of a column without a name: empty. */
  readonly columns: readonly string[];
  /** Whether a program wrote the file that names its columns in its own way. */
  readonly isExport: boolean;
  /** Whether a row has a cell for every named column, and nothing behind the last one. */
  readonly fits: (cells: readonly string[]) => boolean;
  /** The fields of a row that fits, by their names. */
  readonly fieldsOf: (cells: readonly string[]) => Readonly<Record<string, unknown>>;
  /** What is wrong with a row; nothing if it can be used. */
  readonly problemsOf: (cells: readonly string[]) => readonly string[];
  /** How a message calls the column. */
  readonly nameOf: (column: number) => string;
}

/** One row of the file. */
export interface CsvRow {
  /** 1 for the first. */
  readonly n: number;
  /** Where a person finds the row, e.g. `line 7`. */
  readonly place: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Its cells. */
  readonly source: readonly string[];
  /** Why the row cannot be used; empty if it can. */
  readonly problems: readonly string[];
  /** The row cannot be read at all. */
  readonly isUnreadable?: true;
}

/** How a CSV file is written. */
export interface CsvDialect {
  readonly delimiter: string;
  /** The file declares its delimiter in a line `sep=`. */
  readonly isDeclared: boolean;
  readonly heading: CsvHeading;
}

/** A CSV file that is being read. */
export interface CsvFile {
  readonly dialect: CsvDialect;
  readonly rows: AsyncIterable<CsvRow>;
}

/** What the columns of a kind of file are. */
export interface CsvColumns {
  /** Whether a heading is a column of such files, to find out how columns are separated. */
  readonly isKnown: (column: string) => boolean;
  /** Reads the heading that stands in `line`. @throws Problem if it is none of such a file */
  readonly readHeading: (cells: readonly string[], line: number) => CsvHeading;
  /** What is not done with a file whose heading cannot be read. */
  readonly done: string;
}

/** Reads the heading; undefined if there is none. @throws Problem if it is not one of such a file */
export async function readRows(source: AsyncIterable<Line>, of: CsvColumns): Promise<CsvFile | undefined> {
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
  const known: { heading?: CsvHeading } = {};
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
  heading: CsvHeading,
): AsyncGenerator<CsvRow, void, undefined> {
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

function headingOf({ line, cells, fault }: CsvRecord, of: CsvColumns): CsvHeading {
  if (!fault) return of.readHeading(cells, line);
  throw new Problem(
    `nothing was ${of.done}, because column ${fault.cell + 1} of its header in line ${line} ${fault.problem}.`,
  );
}

async function nextLine(lines: AsyncIterator<Line>): Promise<Line | undefined> {
  const next = await lines.next();
  return next.done ? undefined : next.value;
}

async function* preceded(first: Line, rest: AsyncIterator<Line>): AsyncGenerator<Line, void, undefined> {
  yield first;
  for (let line = await nextLine(rest); line; line = await nextLine(rest)) yield line;
}
