/**
 * Records of a CSV file (RFC 4180), of one or several lines, read by a library. It cannot go on behind a broken quote,
 * so it starts anew at the line after it: a broken record is its first line, and the lines behind it are records of
 * their own wherever they can be.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { setImmediate } from 'node:timers/promises';
import type { Line } from './lines.js';

/** A record of the file. */
export interface CsvRecord {
  /** Its first line. */
  readonly line: number;
  /** Of a broken record, what there is to correct. */
  readonly cells: readonly string[];
  /** What is wrong with the record, if it could not be read. */
  readonly fault?: CsvFault;
}

/** What is wrong with a cell. */
export interface CsvFault {
  readonly cell: number;
  readonly problem: string;
}

/**
 * The largest quoted cell, about: no gateway accepts a larger body. Without a limit, a quote that nobody closed would
 * keep the rest of the file in memory.
 */
const MOST_LINES = 1_000;
const MOST_CHARACTERS = 256 * 1024;

/** Lines that are read at once. */
const BLOCK_LINES = 100;

/** Lines that are read behind a broken record, as the next broken one is often near; then so many times as many. */
const FEW_LINES = 4;
const MORE_TIMES = 4;

/** Whether a record has as many cells as its file has columns. */
export type Fits = (cells: readonly string[]) => boolean;

/** The records of the lines. `fits` is asked about records of several lines, which a forgotten quote may have joined. */
export async function* csvRecords(
  lines: AsyncIterable<Line>,
  delimiter: string,
  fits: Fits,
): AsyncGenerator<CsvRecord, void, undefined> {
  let waiting: readonly Line[] = [];
  for await (const { block, isLast } of blocksOf(lines)) {
    waiting = [...waiting, ...block];
    let most = waiting.length;
    while (waiting.length > 0) {
      const some = waiting.slice(0, most);
      const { records, rest, isOpen } = parsed(some, delimiter);
      let read = some.length - rest.length;
      let mayEnd = isOpen;
      for (const { cells, from, to } of records) {
        const following = waiting.slice(from + 1, to);
        if (hasSwallowed(cells, following, delimiter, fits)) {
          read = from;
          mayEnd = false;
          break;
        }
        yield { line: waiting[from]?.n ?? 0, cells };
      }
      waiting = waiting.slice(read);
      if (read === some.length || (mayEnd && read + waiting.length > some.length)) {
        most *= MORE_TIMES;
        continue;
      }
      // The quoted cell may end in the next block.
      if (mayEnd && !isLast && !isLong(waiting)) break;
      const [faulty] = waiting;
      if (faulty) yield brokenRecord(faulty, delimiter);
      waiting = waiting.slice(1);
      most = FEW_LINES;
    }
  }
}

/** The cells of a record that is broken, with its quotes as they stand there, for a person to correct. */
export function brokenCellsOf(record: string, delimiter: string): readonly string[] {
  try {
    const [cells = ['']] = parse(record, { delimiter, relax_quotes: true, record_delimiter: '\n' });
    return cells;
  } catch {
    return record.split(delimiter);
  }
}

async function* blocksOf(lines: AsyncIterable<Line>) {
  let block: Line[] = [];
  let characters = 0;
  for await (const line of lines) {
    block.push(line);
    characters += line.text.length;
    if (block.length < BLOCK_LINES && characters < MOST_CHARACTERS) continue;
    yield { block, isLast: false };
    // Others have their turn, also where all lines are at hand.
    await setImmediate();
    block = [];
    characters = 0;
  }
  yield { block, isLast: true };
}

function isLong(lines: readonly Line[]): boolean {
  return (
    lines.length >= MOST_LINES || lines.reduce((sum, { text }) => sum + text.length, 0) >= MOST_CHARACTERS
  );
}

interface Parsed {
  /** The records before the first broken one, with the positions of their lines. */
  readonly records: readonly {
    readonly cells: readonly string[];
    readonly from: number;
    readonly to: number;
  }[];
  /** The lines from the broken one on. */
  readonly rest: readonly Line[];
  /** The broken one is a quoted cell that does not end. */
  readonly isOpen: boolean;
  readonly error?: CsvError;
}

function parsed(lines: readonly Line[], delimiter: string): Parsed {
  const records: { cells: string[]; from: number; to: number }[] = [];
  let from = 0;
  const cut = lines.findIndex(({ isCut }) => isCut);
  const whole = cut < 0 ? lines : lines.slice(0, cut);
  try {
    parse(whole.map(({ text }) => text).join('\n'), {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      on_record: (cells: string[], { lines: to }) => {
        records.push({ cells, from, to });
        from = to;
        return undefined;
      },
    });
    return { records, rest: cut < 0 ? [] : lines.slice(cut), isOpen: false };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isOpen = cut < 0 && error.code === 'CSV_QUOTE_NOT_CLOSED';
    return { records, rest: lines.slice(from), isOpen, error };
  }
}

// Lines that are rows by themselves are more likely swallowed than part of a cell, if the whole is no row.
function hasSwallowed(
  cells: readonly string[],
  following: readonly Line[],
  delimiter: string,
  fits: Fits,
): boolean {
  if (following.length === 0 || fits(cells)) return false;
  return following.some((line) => {
    const [alone] = parsed([line], delimiter).records;
    return alone !== undefined && fits(alone.cells);
  });
}

function brokenRecord(line: Line, delimiter: string): CsvRecord {
  if (line.isCut) {
    const fault = { cell: 0, problem: 'is longer than any row may be' };
    return { line: line.n, cells: [`${line.text}…`], fault };
  }
  const { error } = parsed([line], delimiter);
  const cell = Number(error?.['column'] ?? 0);
  const isOpen = error === undefined || error.code === 'CSV_QUOTE_NOT_CLOSED';
  const problem = isOpen ? `opens a quote in line ${line.n} that is not closed` : problemOf(error);
  return { line: line.n, cells: brokenCellsOf(line.text, delimiter), fault: { cell, problem } };
}

function problemOf({ code, field }: CsvError): string {
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'has text behind its closing quote; double the quotes inside a cell';
  return field === '='
    ? 'is an Excel formula (="…"); keep only its value'
    : 'has a quote in a cell that is not in quotes; put the cell in quotes and double those inside';
}
