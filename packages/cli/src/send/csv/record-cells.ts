/**
 * Cells of a CSV record (RFC 4180). A library reads a whole file and cannot go on behind a broken quote; here, a record is
 * read by itself, so that a broken one costs no other.
 */

/** A record as far as it could be read. */
export type RecordCells =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  /** A quoted cell does not end in this text; it may go on in the next line. */
  | { readonly kind: 'open'; readonly cell: number }
  | { readonly kind: 'broken'; readonly cell: number; readonly problem: string };

/** Reads the cells of a record; `cell` is the index of the cell at fault. */
export function cellsOf(record: string, delimiter: string): RecordCells {
  if (!record.includes('"')) return { kind: 'cells', cells: record.split(delimiter) };
  const cells: string[] = [];
  for (let at = 0; ;) {
    const cell = cellAt(record, at, delimiter);
    if (cell.kind === 'open') return { kind: 'open', cell: cells.length };
    if (cell.kind === 'broken') return { kind: 'broken', cell: cells.length, problem: cell.problem };
    cells.push(cell.value);
    if (cell.end === record.length) return { kind: 'cells', cells };
    at = cell.end + delimiter.length;
  }
}

/** The cells of a record that is broken, with its quotes as they stand there, for a person to correct. */
export function brokenCellsOf(record: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; ;) {
    const cell = cellAt(record, at, delimiter);
    const end = cell.kind === 'cell' ? cell.end : endOf(record, at, delimiter);
    cells.push(cell.kind === 'cell' ? cell.value : record.slice(at, end));
    if (end === record.length) return cells;
    at = end + delimiter.length;
  }
}

type Cell =
  | { readonly kind: 'cell'; readonly value: string; readonly end: number }
  | { readonly kind: 'open' }
  | { readonly kind: 'broken'; readonly problem: string };

function cellAt(record: string, start: number, delimiter: string): Cell {
  if (record.charAt(start) === '"') return quotedCellAt(record, start, delimiter);
  const end = endOf(record, start, delimiter);
  const value = record.slice(start, end);
  if (!value.includes('"')) return { kind: 'cell', value, end };
  const problem = value.startsWith('="')
    ? 'is an Excel formula (="…"); keep only its value'
    : 'has a quote in a cell that is not in quotes; put the cell in quotes and double those inside';
  return { kind: 'broken', problem };
}

function quotedCellAt(record: string, start: number, delimiter: string): Cell {
  let value = '';
  for (let at = start + 1; ;) {
    const quote = record.indexOf('"', at);
    if (quote < 0) return { kind: 'open' };
    value += record.slice(at, quote);
    if (record.charAt(quote + 1) !== '"') return closed(record, quote + 1, delimiter, value);
    value += '"';
    at = quote + 2;
  }
}

function closed(record: string, end: number, delimiter: string, value: string): Cell {
  if (end === record.length || record.startsWith(delimiter, end)) return { kind: 'cell', value, end };
  return { kind: 'broken', problem: 'has text behind its closing quote; double the quotes inside a cell' };
}

function endOf(record: string, start: number, delimiter: string): number {
  const end = record.indexOf(delimiter, start);
  return end < 0 ? record.length : end;
}
