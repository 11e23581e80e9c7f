/** Compares a buyer's own list of what it bought with the ledger, and books what a person confirms. */
import type { Operate } from '@sluice/admin';
import {
  adminListLedger,
  adminReconcileLedger,
  type ReconciledRow,
  type ShownLedgerEntry,
} from '@sluice/contracts';
import { minorUnits } from '@sluice/domain';
import { allPages } from '../admin/all-pages.js';
import { namedColumns } from '../files/named-columns.js';
import { answersInParts, placedRows, type PlacedRow } from '../files/placed-rows.js';

/** What the ledger says about a row of the file; `place` is where a person finds it. */
export interface ReconciledPlace extends ReconciledRow {
  readonly place: string;
}

/** The comparison of a whole file. */
export interface Reconciled {
  readonly rows: readonly ReconciledPlace[];
  /** Sales to the client in the days of the file that the buyer does not list; absent without a client. */
  readonly missingThere?: readonly ShownLedgerEntry[];
}

/** Which file is compared, and how. */
export interface ReconcileOptions {
  readonly tenantId: string;
  readonly file: string;
  readonly encoding?: string | undefined;
  readonly clientId?: string | undefined;
  readonly book: boolean;
}

const columns = namedColumns({
  known: ['leadId', 'reference', 'amount', 'currency', 'date'],
  lack: (named) => {
    if (!named.has('leadId') && !named.has('reference')) return 'it names neither leadId nor reference';
    const needed = (['amount', 'currency', 'date'] as const).find((column) => !named.has(column));
    return needed && `it does not name ${needed}`;
  },
  words: 'leadId or reference or both, amount, currency, date',
  done: 'compared',
});

// A part is answered within seconds.
const ROWS_AT_ONCE = 100;

/** Reads and compares the whole file before anything is booked. @throws Problem if it cannot be read as such a list */
export async function reconcileFile(operate: Operate, options: ReconcileOptions): Promise<Reconciled> {
  const { tenantId, file, encoding, clientId, book } = options;
  const rows = await placedRows(file, encoding, columns);
  const compare = (some: readonly PlacedRow[], booking: boolean) =>
    answersInParts<ReconciledRow>(
      some,
      ROWS_AT_ONCE,
      async (part) => {
        const body = { rows: [...part], book: booking, clientId };
        return (await operate.call(adminReconcileLedger, { params: { tenantId }, body })).rows;
      },
      (why) => ({ result: 'refused', why }),
    );
  const compared = withoutDoubles(await compare(rows, false));
  const missingThere =
    clientId === undefined ? undefined : await unlisted(operate, tenantId, clientId, rows, compared);
  const differing = rows.filter((_, at) => isDifference(compared[at]));
  const booked = new Map(
    book ? (await compare(differing, true)).map((one) => [one.place, one] as const) : [],
  );
  return {
    rows: compared.map((one) => booked.get(one.place) ?? one),
    missingThere,
  };
}

/** Whether the row can be booked as an adjustment. */
function isDifference(row: ReconciledRow | undefined): boolean {
  return row?.result === 'missing_here' || row?.result === 'amount_differs';
}

// Of two rows that are about the same sale nobody knows which one counts.
function withoutDoubles(rows: readonly ReconciledPlace[]): readonly ReconciledPlace[] {
  const places = new Map<string, string[]>();
  const keyOf = ({ saleId, leadId }: ReconciledRow) => saleId ?? leadId;
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== undefined) places.set(key, [...(places.get(key) ?? []), row.place]);
  }
  return rows.map((row) => {
    const others = (places.get(keyOf(row) ?? '') ?? []).filter((place) => place !== row.place);
    if (others.length === 0) return row;
    const { place, amount, currency, leadId, saleId } = row;
    return {
      place,
      result: 'ambiguous',
      why: `${others.join(' and ')} is about the same sale`,
      amount,
      currency,
      leadId,
      saleId,
    };
  });
}

async function unlisted(
  operate: Operate,
  tenantId: string,
  clientId: string,
  rows: readonly PlacedRow[],
  compared: readonly ReconciledPlace[],
): Promise<readonly ShownLedgerEntry[]> {
  const days = rows
    .filter((_, at) => compared[at]?.result !== 'refused')
    .map(({ row }) => (row['date'] ?? '').slice(0, 10))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  const list = (query: Readonly<Record<string, string>>) =>
    allPages(
      (cursor) =>
        operate.call(adminListLedger, {
          params: { tenantId },
          query: { clientId, from, limit: '100', ...query, ...cursor },
        }),
      ({ entries }) => entries,
    );
  const listed = new Set(compared.map(({ saleId }) => saleId));
  const lacking: ShownLedgerEntry[] = [];
  for await (const sale of list({ type: 'sale', to })) if (!listed.has(sale.entryId)) lacking.push(sale);
  if (lacking.length === 0) return [];
  // A buyer does not list what it has given back, nor what corrections have taken back whole.
  const returned = new Set<string>();
  for await (const { submissionId } of list({ type: 'return' })) returned.add(submissionId);
  const left = new Map(lacking.map((sale) => [saleOf(sale), minorOf(sale)]));
  for await (const entry of list({ type: 'adjustment' })) {
    const before = left.get(saleOf(entry));
    if (before !== undefined) left.set(saleOf(entry), before + minorOf(entry));
  }
  const isLeft = (sale: ShownLedgerEntry) =>
    !returned.has(sale.submissionId) && (sale.amount === 0 || (left.get(saleOf(sale)) ?? 0) > 0);
  return lacking.filter(isLeft).reverse();
}

// A correction in another currency settles nothing.
function saleOf({ submissionId, currency }: ShownLedgerEntry): string {
  return `${submissionId} ${currency}`;
}

function minorOf({ amount, currency }: ShownLedgerEntry): number {
  return minorUnits(amount, currency) ?? 0;
}
