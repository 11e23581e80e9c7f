/**
 * Tables, with cursor paging below: numbers are right-aligned, a wide table scrolls horizontally, and on a phone each
 * row is a card with the column heads next to its values.
 */
import {
  createColumnHelper,
  FlexRender,
  tableFeatures,
  useTable,
  type CellContext,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
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

// The server sorts, filters and pages; a table that does so itself names the feature here.
const features = tableFeatures({ columnMeta: {} as Column<never> });

export function Table<Row extends object>({ empty, ...given }: TableProps<Row>) {
  if (given.rows.length === 0) return <>{empty ?? <Empty title="Nothing here" />}</>;
  return <Filled {...given} />;
}

/** The first column names its row. Explicit roles keep it a table for screen readers even where rows are cards. */
function Filled<Row extends object>({ label, columns, rows, keyOf, cards }: TableProps<Row>) {
  const table = useTable({
    features,
    data: rows,
    columns: useMemo(() => columnsOf(columns), [columns]),
    getRowId: keyOf,
  });
  return (
    <div className="table-scroll" role="region" aria-label={`${label}: table`} tabIndex={0}>
      <table role="table" className={cards ? undefined : onPhone(columns)}>
        <caption className="visually-hidden">{label}</caption>
        <thead role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                <th
                  key={header.id}
                  scope="col"
                  role="columnheader"
                  className={classOf(header.column.columnDef)}
                >
                  <FlexRender header={header} />
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup">
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} role="row">
              {row.getAllCells().map((cell, index) => {
                const { columnDef } = cell.column;
                return index === 0 ? (
                  <th key={cell.id} scope="row" role="rowheader" className={classOf(columnDef)}>
                    <FlexRender cell={cell} />
                  </th>
                ) : (
                  <td
                    key={cell.id}
                    role="cell"
                    className={classOf(columnDef)}
                    data-head={columnDef.meta?.head}
                  >
                    <FlexRender cell={cell} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnsOf<Row extends object>(columns: readonly Column<Row>[]) {
  const helper = createColumnHelper<typeof features, Row>();
  return columns.map((column, index) =>
    // Heads are for people, and two may be the same.
    helper.display({ id: String(index), header: column.head, cell: Content, meta: column }),
  );
}

// One component for all cells, so that a cell keeps its state when its page makes its columns anew.
function Content<Row extends object>({ row, column }: CellContext<typeof features, Row>) {
  return column.columnDef.meta?.cell(row.original as never);
}

// A few numbers fit next to the name; more stand side by side below it.
function onPhone(columns: readonly Column<never>[]): string | undefined {
  const numbers = columns.filter(({ number }) => number).length;
  if (columns.length <= 4 && numbers === columns.length - 1) return 'narrow';
  return numbers > 2 ? 'counted' : undefined;
}

function classOf({ meta }: { readonly meta?: Column<never> | undefined }): string | undefined {
  return meta?.number ? 'number' : meta?.shrink ? 'shrink' : undefined;
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
