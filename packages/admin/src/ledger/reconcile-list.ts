/** Compares a buyer's own list of what it bought with the ledger, and books what a person confirms. */
import {
  ApiError,
  type Reconciled,
  type ReconciledPlace,
  type ReconciledRow,
  type ShownLedgerEntry,
  trimInvisible,
} from '@sluice/contracts';
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

const DAY_MS = 86_400_000;

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
  /** How much of the ledger is read for the sales that the list lacks; default: all. */
  readonly bounds?: { readonly days: number; readonly missing: number };
  /** Nothing more is read or booked once it is aborted. */
  readonly signal?: AbortSignal;
}

/** A sale that the list lacks, with what corrections have left of it, in minor units. */
interface Unlisted {
  readonly sale: ShownLedgerEntry;
  readonly left: number;
}

/**
 * Compares all rows before anything is booked.
 * @throws ApiError VALIDATION_ERROR if the list is about more days, or lacks more sales, than `bounds`
 */
export async function reconcileList(
  { compare, entries }: Reconciling,
  rows: readonly PlacedRow[],
  { clientId, book, atOnce, bounds, signal }: ReconcileOptions,
): Promise<Reconciled> {
  const answers = (some: readonly PlacedRow[], booking: boolean) =>
    answersInParts<ReconciledRow>(
      some,
      atOnce,
      (part) => {
        signal?.throwIfAborted();
        return compare(part, booking);
      },
      (why) => ({ result: 'refused', why }),
    );
  async function* list(query: Readonly<Record<string, string>>) {
    for await (const entry of entries(query)) {
      signal?.throwIfAborted();
      yield entry;
    }
  }
  const compared = withoutDoubles(await answers(rows, false));
  const lacking = clientId === undefined ? undefined : await unlisted(list, clientId, rows, compared, bounds);
  const differing = rows.filter((_, at) => isDifference(compared[at]));
  const booked = new Map(
    book ? (await answers(differing, true)).map((one) => [one.place, one] as const) : [],
  );
  const reconciled = compared.map((one) => booked.get(one.place) ?? one);
  return {
    rows: reconciled,
    ...(lacking && { missingThere: lacking.map(({ sale }) => sale) }),
    sums: sumsOf(reconciled, lacking),
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
    const { place, amount, currency, leadId, saleId, ledgerAmount, ledgerCurrency } = row;
    // The ledger has the sale once.
    const isFirst = places.get(keyOf(row) ?? '')?.[0] === place;
    return {
      place,
      result: 'ambiguous',
      why: `${others.join(' and ')} is about the same sale`,
      amount,
      currency,
      leadId,
      saleId,
      ...(isFirst && { ledgerAmount, ledgerCurrency }),
    };
  });
}

async function unlisted(
  list: Reconciling['entries'],
  clientId: string,
  rows: readonly PlacedRow[],
  compared: readonly ReconciledPlace[],
  bounds: ReconcileOptions['bounds'],
): Promise<readonly Unlisted[]> {
  // A mistyped day of a row that is about nothing here would stretch the days over years.
  const days = rows
    .filter((_, at) => (compared[at]?.saleId ?? compared[at]?.leadId) !== undefined)
    .map(({ row }) => trimInvisible(row['date'] ?? '').slice(0, 10))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return [];
  if (bounds && (Date.parse(to) - Date.parse(from)) / DAY_MS >= bounds.days)
    throw tooMuch(
      `its days reach from ${from} to ${to}, and at most ${bounds.days} days are compared at once`,
    );
  const since = { clientId, from };
  const listed = new Set(compared.map(({ saleId }) => saleId));
  const lacking: ShownLedgerEntry[] = [];
  for await (const sale of list({ ...since, type: 'sale', to })) {
    if (listed.has(sale.entryId)) continue;
    if (lacking.length === bounds?.missing)
      throw tooMuch(`it lacks more than ${bounds.missing} sales from ${from} to ${to}`);
    lacking.push(sale);
  }
  if (lacking.length === 0) return [];
  // A buyer does not list what it has given back, nor what corrections have taken back whole.
  const returned = new Set<string>();
  for await (const { submissionId } of list({ ...since, type: 'return' })) returned.add(submissionId);
  const left = new Map(lacking.map((sale) => [saleOf(sale), minorOf(sale)]));
  for await (const entry of list({ ...since, type: 'adjustment' })) {
    const before = left.get(saleOf(entry));
    if (before !== undefined) left.set(saleOf(entry), before + minorOf(entry));
  }
  return lacking
    .map((sale) => ({ sale, left: left.get(saleOf(sale)) ?? 0 }))
    .filter((one) => !returned.has(one.sale.submissionId) && (one.sale.amount === 0 || one.left > 0))
    .reverse();
}

function tooMuch(why: string): ApiError {
  const advice = 'split it by days, or compare it without a client or by sluice ledger reconcile';
  return new ApiError('VALIDATION_ERROR', { details: [`file: ${why}; ${advice}.`] });
}

// A correction in another currency settles nothing.
function saleOf({ submissionId, currency }: ShownLedgerEntry): string {
  return `${submissionId} ${currency}`;
}

function minorOf({ amount, currency }: Pick<ShownLedgerEntry, 'amount' | 'currency'>): number {
  return minorUnits(amount, currency) ?? 0;
}

// The sums by currency, in the order of their codes; adjustments of now are not in those of the ledger.
function sumsOf(rows: readonly ReconciledPlace[], lacking: readonly Unlisted[] = []): Reconciled['sums'] {
  const sums = new Map<string, { buyer: number; ledger: number }>();
  const add = (side: 'buyer' | 'ledger', minor: number, currency: string): void => {
    const sum = sums.get(currency) ?? { buyer: 0, ledger: 0 };
    sums.set(currency, { ...sum, [side]: sum[side] + minor });
  };
  for (const { amount, currency, ledgerAmount, ledgerCurrency } of rows) {
    if (amount !== undefined && currency !== undefined) add('buyer', minorOf({ amount, currency }), currency);
    if (ledgerAmount !== undefined && ledgerCurrency !== undefined)
      add('ledger', minorOf({ amount: ledgerAmount, currency: ledgerCurrency }), ledgerCurrency);
  }
  for (const { sale, left } of lacking) add('ledger', left, sale.currency);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { buyer, ledger }]) => ({
      currency,
      buyer: decimalAmount(buyer, currency),
      ledger: decimalAmount(ledger, currency),
    }));
}
