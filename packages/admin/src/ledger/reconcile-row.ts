/** Compares rows of a buyer's list with the ledger, and says what became of each. */
import {
  currencyDigits,
  dateSchema,
  isCurrencyCode,
  trimInvisible,
  type ListedSaleRow,
  type ReconciledRow,
} from '@sluice/contracts';
import { decimalAmount, minorUnits, readAmount } from '@sluice/domain';
import { reconcileSale, type ListedSale, type ReturnDeps } from '@sluice/pipeline';
import pMap from 'p-map';

/** Whose list it is; with `by`, differences are booked under this name. */
export interface Reconciliation {
  readonly tenantId: string;
  readonly clientId?: string | undefined;
  readonly by?: string | undefined;
  readonly byOperator?: true | undefined;
}

/** What the ledger says about each row, in their order. Never throws for a row that cannot be read. */
export async function reconcileRows(
  core: ReturnDeps,
  whose: Reconciliation,
  rows: readonly ListedSaleRow[],
  concurrency: number,
): Promise<ReconciledRow[]> {
  return pMap(rows, (row) => reconcileRow(core, whose, row), { concurrency });
}

async function reconcileRow(
  core: ReturnDeps,
  { tenantId, clientId, by, byOperator }: Reconciliation,
  row: ListedSaleRow,
): Promise<ReconciledRow> {
  const listed = readRow(row, clientId);
  if ('why' in listed) return { result: 'refused', ...listed };
  const {
    minor,
    currency: ledgerCurrency,
    ...found
  } = await reconcileSale(core, tenantId, listed, by, byOperator);
  return {
    ...found,
    amount: decimalAmount(listed.minor, listed.currency),
    currency: listed.currency,
    ...(minor !== undefined &&
      ledgerCurrency !== undefined && { ledgerAmount: decimalAmount(minor, ledgerCurrency), ledgerCurrency }),
  };
}

function readRow(row: ListedSaleRow, clientId: string | undefined): ListedSale | { readonly why: string } {
  const [leadId, reference] = [cellOf(row.leadId), cellOf(row.reference)];
  if (leadId === undefined && reference === undefined) return { why: 'leadId: or reference is required' };
  const currency = cellOf(row.currency)?.toUpperCase();
  if (currency === undefined || !isCurrencyCode(currency))
    return { why: 'currency: must be an ISO 4217 currency code' };
  const decimal = readAmount(cellOf(row.amount), currency);
  if (decimal === undefined) return { why: `amount: is not readable as an amount in ${currency}` };
  const digits = currencyDigits(currency);
  if ((decimal.split('.')[1] ?? '').replace(/0+$/, '').length > digits)
    return { why: `amount: must have at most ${digits} decimals in ${currency}` };
  const minor = minorUnits(Number(decimal), currency);
  if (minor === undefined) return { why: 'amount: is too large' };
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(cellOf(row.date) ?? '')?.[1];
  if (day === undefined) return { why: 'date: must be YYYY-MM-DD' };
  // The days of a list say which sales it lacks, and a day that is none would leave them all out.
  if (!dateSchema.safeParse(day).success) return { why: `date: there is no ${day}` };
  return { leadId, reference, clientId, minor, currency, day };
}

// An empty cell is no value.
function cellOf(cell: string | undefined): string | undefined {
  return trimInvisible(cell ?? '') || undefined;
}
