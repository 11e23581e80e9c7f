/** Compares a buyer's own list of what it bought with the ledger, and books what a person confirms. */
import type { Reconciled, ReconciledPlace, ReconciledRow, ShownLedgerEntry } from '@sluice/contracts';
import { decimalAmount, minorUnits } from '@sluice/domain';
import { namedColumns } from '../files/named-columns.js';
import { answersInParts, type PlacedRow } from '../files/placed-rows.js';

/** The columns of such a list. */
export const listedColumns = namedColumns({
  known: ['leadId', 'reference', 'amount', 'currency', 'date'],
  lack: (named) => {
    if (!named.has('leadId') && !named.has('reference')) return 'it names neither leadId nor reference';
    const needed = (['amount', 'currency', 'date'] as const).find((column) => !named.has(column));
    return needed && `it does not name ${needed}`;
  },
  words: 'leadId or reference or both, amount, currency, date',
  done: 'compared',
});

/** How rows are compared, and the ledger is read. */
export interface Reconciling {
  /** What the ledger says about each row; with `book`, what it lacks or has otherwise is booked. */
  readonly compare: (rows: readonly PlacedRow['row'][], book: boolean) => Promise<readonly ReconciledRow[]>;
  /** The entries that these filters of the list match, of all pages. */
  readonly entries: (query: Readonly<Record<string, string>>) => AsyncIterable<ShownLedgerEntry>;
}

/** Whose list it is, and whether the differences are booked. */
export interface ReconcileOptions {
  readonly clientId?: string | undefined;
  readonly book: boolean;
  /** How many rows are compared in one call. */
  readonly atOnce: number;
}

/** Compares all rows before anything is booked. */
export async function reconcileList(
  { compare, entries }: Reconciling,
  rows: readonly PlacedRow[],
  { clientId, book, atOnce }: ReconcileOptions,
): Promise<Reconciled> {
  const answers = (some: readonly PlacedRow[], booking: boolean) =>
    answersInParts<ReconciledRow>(
      some,
      atOnce,
      (part) => compare(part, booking),
      (why) => ({ result: 'refused', why }),
    );
  const compared = withoutDoubles(await answers(rows, false));
  const missingThere = clientId === undefined ? undefined : await unlisted(entries, clientId, rows, compared);
  const differing = rows.filter((_, at) => isDifference(compared[at]));
  const booked = new Map(
    book ? (await answers(differing, true)).map((one) => [one.place, one] as const) : [],
  );
  const reconciled = compared.map((one) => booked.get(one.place) ?? one);
  return {
    rows: reconciled,
    ...(missingThere && { missingThere: [...missingThere] }),
    sums: sumsOf(reconciled, missingThere),
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
  list: Reconciling['entries'],
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
  const since = { clientId, from };
  const listed = new Set(compared.map(({ saleId }) => saleId));
  const lacking: ShownLedgerEntry[] = [];
  for await (const sale of list({ ...since, type: 'sale', to }))
    if (!listed.has(sale.entryId)) lacking.push(sale);
  if (lacking.length === 0) return [];
  // A buyer does not list what it has given back, nor what corrections have taken back whole.
  const returned = new Set<string>();
  for await (const { submissionId } of list({ ...since, type: 'return' })) returned.add(submissionId);
  const left = new Map(lacking.map((sale) => [saleOf(sale), minorOf(sale)]));
  for await (const entry of list({ ...since, type: 'adjustment' })) {
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

// The sums by currency, in the order of their codes; adjustments of now are not in those of the ledger.
function sumsOf(
  rows: readonly ReconciledPlace[],
  missingThere: readonly ShownLedgerEntry[] = [],
): Reconciled['sums'] {
  const sums = new Map<string, { buyer: number; ledger: number }>();
  const add = (side: 'buyer' | 'ledger', amount: number | undefined, currency: string | undefined): void => {
    if (amount === undefined || currency === undefined) return;
    const sum = sums.get(currency) ?? { buyer: 0, ledger: 0 };
    sums.set(currency, { ...sum, [side]: sum[side] + (minorUnits(amount, currency) ?? 0) });
  };
  for (const { amount, currency, ledgerAmount, ledgerCurrency } of rows) {
    add('buyer', amount, currency);
    add('ledger', ledgerAmount, ledgerCurrency);
  }
  for (const { amount, currency } of missingThere) add('ledger', amount, currency);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { buyer, ledger }]) => ({
      currency,
      buyer: decimalAmount(buyer, currency),
      ledger: decimalAmount(ledger, currency),
    }));
}
