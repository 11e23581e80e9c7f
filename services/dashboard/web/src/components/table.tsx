/**
 * Tables, with cursor paging below: numbers are right-aligned, a wide table scrolls horizontally, and on a phone each
 * row is a card with the column heads next to its values.
 */
import type { ComponentChildren } from 'preact';
import type { Pages } from '../api/use-pages.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { Empty } from './states.js';

/** A column of a table of `Row`. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
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
  readonly empty?: ComponentChildren;
}

/** The first column names its row. Explicit roles keep it a table for screen readers even where rows are cards. */
export function Table<Row>({ label, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0) return <>{empty ?? <Empty title="Nothing here" />}</>;
  const [naming, ...others] = columns;
  return (
    <div class="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table role="table" class={onPhone(columns)}>
        <caption class="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.head} scope="col" role="columnheader" class={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {naming && (
                <th scope="row" role="rowheader" class={classOf(naming)}>
                  {naming.cell(row)}
                </th>
              )}
              {others.map((column) => (
                <td key={column.head} role="cell" class={classOf(column)} data-head={column.head}>
                  {column.cell(row)}
                </td>
              ))}
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

function classOf({ number, shrink }: Pick<Column<never>, 'number' | 'shrink'>): string | undefined {
  return number ? 'number' : shrink ? 'shrink' : undefined;
}

/** The buttons that turn a list's pages; nothing if there is only one page. */
export function Pager<Page>({ pages }: { readonly pages: Pages<Page> }) {
  const { number, next, previous } = pages;
  if (!next && !previous) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="quiet">Page {number}</span>
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
