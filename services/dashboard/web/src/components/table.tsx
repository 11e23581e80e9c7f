/**
 * Tables: numbers set right and aligned, a wide one scrolls by itself, on a phone each row stands as a card with its
 * heads beside its values; and cursor paging below.
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
  /** Set right, with figures of equal width. */
  readonly number?: boolean;
  /** As narrow as its content, on one line. */
  readonly shrink?: boolean;
}

interface TableProps<Row> {
  /** Says what the table is, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** In the place of a table without rows. */
  readonly empty?: ComponentChildren;
}

/** The first column names its row. The roles are those of a table, which it would lose where its rows are cards. */
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

// Few numbers have room beside the name; many stand side by side below it.
function onPhone(columns: readonly Column<never>[]): string | undefined {
  const numbers = columns.filter(({ number }) => number).length;
  if (columns.length <= 4 && numbers === columns.length - 1) return 'narrow';
  return numbers > 2 ? 'counted' : undefined;
}

function classOf({ number, shrink }: Pick<Column<never>, 'number' | 'shrink'>): string | undefined {
  return number ? 'number' : shrink ? 'shrink' : undefined;
}

/** The way through the pages of a list; nothing when there is only one. */
export function Pager<Page>({ pages }: { readonly pages: Pages<Page> }) {
  const { number, next, previous } = pages;
  if (!next && !previous) return null;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="quiet">Page {number}</span>
      <Button small disabled={!previous} onClick={() => previous?.()}>
        <Icon name="previous" /> Back
      </Button>
      <Button small disabled={!next} onClick={() => next?.()}>
        More <Icon name="next" />
      </Button>
    </nav>
  );
}
