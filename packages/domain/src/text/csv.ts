/** Tables as CSV (RFC 4180), which spreadsheets open without running anything in them. */

/** A value of a table; null and undefined are empty cells. */
export type Cell = string | number | null | undefined;

/** The columns of a table of `Row`, by their headings. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Which part of a table is written. */
export interface CsvPart {
  /** The first part begins with the headings. */
  readonly isFirst: boolean;
  /** Whether the first part begins with a byte order mark, for Excel. */
  readonly bom?: boolean;
}

/** The rows of one part of a table; the parts one after the other are the table. */
export function csvPart<Row>(
  columns: CsvColumns<Row>,
  rows: readonly Row[],
  { isFirst, bom = false }: CsvPart,
): string {
  const cells = Object.values(columns);
  const lines = rows.map((row) => csvLine(cells.map((cell) => cell(row))));
  const heading = isFirst ? (bom ? '\uFEFF' : '') + csvLine(Object.keys(columns)) : '';
  return heading + lines.join('');
}

/**
 * A line of a table. A text that a spreadsheet would run as a formula gets an apostrophe before it. So does what follows a
 * semicolon or a line break in a text: where semicolons part cells, a quote within a line does not hold one together.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(',')}\r\n`;
}

const cellWithin = /(?<=[;\r\n])(?=[=+\-@])/g;

function textOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const safe = (/^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value).replace(cellWithin, "'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
