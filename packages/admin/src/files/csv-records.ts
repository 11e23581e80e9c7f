/** Records of a CSV file, of one or several lines. A broken record ends with its line, and reading goes on at the next. */
import type { Line } from './lines.js';
import { brokenCellsOf, cellsOf, type RecordCells } from './record-cells.js';

/** A record of the file. */
export interface CsvRecord {
  /** Its first line. */
  readonly line: number;
  /** Of a broken record, what there is to correct. */
  readonly cells: readonly string[];
  /** What is wrong with the record, if it could not be read. */
  readonly fault?: { readonly cell: number; readonly problem: string };
}

/**
 * The largest quoted cell: no gateway accepts a larger body. Without a limit, a quote that nobody closed would swallow
 * the rest of the file.
 */
const MOST_LINES = 1_000;
const MOST_CHARACTERS = 256 * 1024;

/** Whether a record has as many cells as its file has columns. */
export type Fits = (cells: readonly string[]) => boolean;

/** The records of the lines. `fits` is asked about records of several lines, which a forgotten quote may have joined. */
export async function* csvRecords(
  lines: AsyncIterator<Line>,
  delimiter: string,
  fits: Fits,
): AsyncGenerator<CsvRecord, void, undefined> {
  // Lines that a quote seemed to join and that turned out to be records of their own.
  let again: Line[] = [];
  const next = async (): Promise<Line | undefined> => {
    const line = again.shift();
    if (line) return line;
    const read = await lines.next();
    return read.done ? undefined : read.value;
  };
  for (let first = await next(); first; first = await next()) {
    if (first.isCut) {
      yield {
        line: first.n,
        cells: [`${first.text}…`],
        fault: { cell: 0, problem: 'is longer than any row may be' },
      };
      continue;
    }
    const { read, following } = await joined(first, next, delimiter);
    if (read.kind === 'cells' && !hasSwallowed(read.cells, following, delimiter, fits)) {
      yield { line: first.n, cells: read.cells };
      continue;
    }
    again = [...following, ...again];
    yield { line: first.n, cells: brokenCellsOf(first.text, delimiter), fault: faultOf(first, delimiter) };
  }
}

/** Reads on while a quoted cell is open. */
async function joined(
  first: Line,
  next: () => Promise<Line | undefined>,
  delimiter: string,
): Promise<{ readonly read: RecordCells; readonly following: readonly Line[] }> {
  const following: Line[] = [];
  let text = first.text;
  let read = cellsOf(text, delimiter);
  while (read.kind === 'open' && following.length < MOST_LINES && text.length < MOST_CHARACTERS) {
    const line = await next();
    if (!line) break;
    following.push(line);
    if (line.isCut) break;
    text += `\n${line.text}`;
    if (line.text.includes('"')) read = cellsOf(text, delimiter);
  }
  return { read, following };
}

// Lines that are rows by themselves are more likely swallowed than part of a cell, if the whole is no row.
function hasSwallowed(
  cells: readonly string[],
  following: readonly Line[],
  delimiter: string,
  fits: Fits,
): boolean {
  if (following.length === 0 || fits(cells)) return false;
  return following.some(({ text }) => {
    const alone = cellsOf(text, delimiter);
    return alone.kind === 'cells' && fits(alone.cells);
  });
}

function faultOf({ n, text }: Line, delimiter: string): { readonly cell: number; readonly problem: string } {
  const alone = cellsOf(text, delimiter);
  if (alone.kind === 'broken') return alone;
  return {
    cell: alone.kind === 'open' ? alone.cell : 0,
    problem: `opens a quote in line ${n} that is not closed`,
  };
}
