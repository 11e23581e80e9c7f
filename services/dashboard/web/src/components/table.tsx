/**
 * Tables, with cursor paging below: numbers are right-aligned, a wide table scrolls horizontally, and on a phone each
 * row is a card with the column heads next to its values.
 */
import type { ReactNode } from 'react';
import type { Pages } from '../api/queries.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { Empty } from './states.js';

/** A column of a table of `Row`. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, with digits of equal width. */
  readonly number?: boolean;
  /** As narrow as its content, on one line. */
  readonly shrink?: boolean;
}

interface TableProps<Row> {
  /** A description of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
  /** On a phone each row is a card, however few its columns are: they are wide. */
  readonly cards?: boolean;
}

/**
 * The server sorts, filters and pages, so rows are shown as they came. The first column names its row. Explicit roles
 * keep it a table for screen readers even where rows are cards.
 */
export function Table<Row>({ label, columns, rows, keyOf, empty, cards }: TableProps<Row>) {
  if (rows.length === 0) return <>{empty ?? <Empty title="Nothing here" />}</>;
  return (
    <div className="table-scroll" role="region" aria-label={`${label}: table`} tabIndex={0}>
      <table role="table" className={cards ? undefined : onPhone(columns)}>
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, place) => (
              // Two heads may be the same.
              <th key={place} scope="col" role="columnheader" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column, place) =>
                place === 0 ? (
                  <th key={place} scope="row" role="rowheader" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={place} role="cell" className={classOf(column)} data-head={column.head}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

// A few numbers fit next to the name; more stand side by side below it.
function onPhone(columns: readonly Column<never>[]): string | undefined {
  const numbers = columns.filter(({ number }) => number).length;
  if (columns.length <= 4 && numbers === columns.length - 1) return 'narrow';
  return numbers > 2 ? 'counted' : undefined;
}

function classOf({ number, shrink }: Column<never>): string | undefined {
  return number ? 'number' : shrink ? 'shrink' : undefined;
}

/** The buttons that turn a list's pages; nothing if there is only one page. */
export function Pager<Page>({ pages }: { readonly pages: Pages<Page> }) {
  const { number, next, previous } = pages;
  if (!next && !previous) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="quiet">Page {number}</span>
      <Button small disabled={!previous} onClick={() => previous?.()}>
        <Icon name="previous" /> Previous
      </Button>
      <Button small disabled={!next} onClick={() => next?.()}>
        {' '}
        Next <Icon name="next" />
      </Button>
    </nav>
  );
}
