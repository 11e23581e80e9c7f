/** The rows of a file with named columns, each with its place, and in parts that one call of an operation takes. */
import { Problem } from '@sluice/contracts';
import { readRows, type CsvColumns } from './csv-rows.js';
import { linesOf } from './lines.js';

/** A row; `place` is where a person finds it. */
export interface PlacedRow {
  readonly place: string;
  readonly row: Readonly<Record<string, string>>;
  /** What is wrong with the row as a row of the file. */
  readonly problems: readonly string[];
}

// Less than a body may hold.
const CHARACTERS_AT_ONCE = 150_000;

/**
 * All rows of the text of a CSV file; messages call it `name`.
 * @throws Problem if it cannot be read as such a file, has no rows, or more than `most`
 */
export async function placedRows(
  name: string,
  text: AsyncIterable<string>,
  columns: CsvColumns,
  most = Infinity,
): Promise<readonly PlacedRow[]> {
  const csv = await readRows(linesOf(text), columns);
  const rows: PlacedRow[] = [];
  for await (const { place, fields, problems } of csv?.rows ?? []) {
    if (rows.length === most)
      throw new Problem(`${name} has more than ${most} rows, and no more are read at once; split it.`);
    // Named columns are read as texts.
    rows.push({ place, row: fields as PlacedRow['row'], problems });
  }
  if (rows.length === 0) throw new Problem(`${name} has no rows.`);
  return rows;
}

/**
 * The answer to each row, in the order of the rows: `ask` is called with at most `most` whole rows at a time, and rows
 * that are not whole are answered by `refused`.
 */
export async function answersInParts<Answer>(
  rows: readonly PlacedRow[],
  most: number,
  ask: (rows: readonly PlacedRow['row'][]) => Promise<readonly Answer[]>,
  refused: (why: string) => Answer,
): Promise<readonly (Answer & { readonly place: string })[]> {
  const answers = new Map<PlacedRow, Answer>();
  for (const part of partsOf(
    rows.filter(({ problems }) => problems.length === 0),
    most,
  )) {
    const found = await ask(part.map(({ row }) => row));
    part.forEach((one, at) => answers.set(one, found[at] as Answer));
  }
  return rows.map((one) => ({
    place: one.place,
    ...(answers.get(one) ?? refused(one.problems.join('; '))),
  }));
}

function* partsOf(rows: readonly PlacedRow[], most: number): Generator<readonly PlacedRow[]> {
  let part: PlacedRow[] = [];
  let characters = 0;
  for (const one of rows) {
    const size = JSON.stringify(one.row).length;
    if (part.length === most || (part.length > 0 && characters + size > CHARACTERS_AT_ONCE)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(one);
    characters += size;
  }
  if (part.length > 0) yield part;
}
