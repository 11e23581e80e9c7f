/**
 * Cells of a CSV record (RFC 4180), read by a library. It cannot go on behind a broken quote, so each record is read by
 * itself, and a broken one costs no other.
 */
import { CsvError, parse } from 'csv-parse/sync';

/** A record as far as it could be read. */
export type RecordCells =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  /** A quoted cell does not end in this text; it may go on in the next line. */
  | { readonly kind: 'open'; readonly cell: number }
  | { readonly kind: 'broken'; readonly cell: number; readonly problem: string };

/** Reads the cells of a record; `cell` is the index of the cell at fault. */
export function cellsOf(record: string, delimiter: string): RecordCells {
  // Without a quote, a record is only split.
  if (!record.includes('"')) return { kind: 'cells', cells: record.split(delimiter) };
  try {
    return { kind: 'cells', cells: parsed(record, { delimiter }) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const cell = Number(error['column']);
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') return { kind: 'open', cell };
    return { kind: 'broken', cell, problem: problemOf(error) };
  }
}

/** The cells of a record that is broken, with its quotes as they stand there, for a person to correct. */
export function brokenCellsOf(record: string, delimiter: string): readonly string[] {
  try {
    return parsed(record, { delimiter, relax_quotes: true });
  } catch {
    return record.split(delimiter);
  }
}

function parsed(record: string, options: { delimiter: string; relax_quotes?: boolean }): readonly string[] {
  const [cells = ['']] = parse(record, { ...options, record_delimiter: '\n' });
  return cells;
}

function problemOf({ code, field }: CsvError): string {
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'has text behind its closing quote; double the quotes inside a cell';
  return field === '='
    ? 'is an Excel formula (="…"); keep only its value'
    : 'has a quote in a cell that is not in quotes; put the cell in quotes and double those inside';
}
