/** What people's corrections have left of a sale. */
import type { LedgerEntry } from '@sluice/contracts';

/** A sale, as far as its corrections are concerned. */
type CorrectedSale = Pick<LedgerEntry, 'submissionId' | 'clientId' | 'currency' | 'minor' | 'unpriced'>;

/**
 * The corrections of a sale among the `entries` of its lead: those that name its submission, or if the lead was sold once
 * to this client, all for this client.
 */
export function correctionsOf(
  { submissionId, clientId }: CorrectedSale,
  entries: readonly LedgerEntry[],
): readonly LedgerEntry[] {
  const ofClient = entries.filter((entry) => entry.clientId === clientId);
  const isOnly = ofClient.filter(({ type }) => type === 'sale').length === 1;
  return ofClient.filter(
    (entry) => entry.type === 'adjustment' && (isOnly || entry.submissionId === submissionId),
  );
}

/** The sum of the entries in this currency, in minor units; others are never added to it. */
export function sumIn(currency: string, entries: readonly LedgerEntry[]): number {
  return entries.reduce((sum, entry) => (entry.currency === currency ? sum + entry.minor : sum), 0);
}

/**
 * What a return of the sale takes back now, in minor units of its currency, given the `entries` of its lead. Undefined if
 * the sale had a price and nothing is left of it.
 */
export function leftOfSale(sale: CorrectedSale, entries: readonly LedgerEntry[]): number | undefined {
  const left = sale.minor + sumIn(sale.currency, correctionsOf(sale, entries));
  if (left > 0) return left;
  return sale.unpriced ? 0 : undefined;
}
