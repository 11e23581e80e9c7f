/** What entries of the ledger come to, by currency; amounts are never added across currencies. */
import type { LedgerSum, LedgerType, ShownLedgerTotal } from '@sluice/contracts';
import { decimalAmount } from '../money/minor-units.js';

/** The types of entries that a client owes, or is owed. */
export const owedTypes = [
  'sale',
  'return',
  'adjustment',
  'milestone',
] as const satisfies readonly LedgerType[];

/** The totals of all these sums, in the order of the currencies' codes. */
export function ledgerTotals(sums: readonly LedgerSum[]): readonly ShownLedgerTotal[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const ofCurrency = sums.filter((sum) => sum.currency === currency);
    const part = (...types: readonly LedgerType[]) => {
      const some = ofCurrency.filter(({ type }) => types.includes(type));
      return {
        entries: some.reduce((count, { entries }) => count + entries, 0),
        amount: decimalAmount(
          some.reduce((minor, sum) => minor + sum.minor, 0),
          currency,
        ),
      };
    };
    return {
      currency,
      sales: part('sale'),
      returns: part('return'),
      adjustments: part('adjustment'),
      milestones: part('milestone'),
      costs: part('cost', 'cost_reversal'),
      revenue: part(...owedTypes).amount,
      unpriced: ofCurrency.reduce((count, { unpriced }) => count + unpriced, 0),
    };
  });
}
