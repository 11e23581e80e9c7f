/** What returns come to, by currency; amounts are never added across currencies. */
import { returnStatuses, type ReturnStatus, type ReturnSum, type ReturnTotal } from '@sluice/contracts';
import { decimalAmount } from '../money/minor-units.js';

/** The totals of all these sums, in the order of the currencies' codes. */
export function returnTotals(sums: readonly ReturnSum[]): readonly ReturnTotal[] {
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const partOf = (status: ReturnStatus) => {
      const found = sums.find((sum) => sum.currency === currency && sum.status === status);
      return { returns: found?.returns ?? 0, amount: decimalAmount(found?.minor ?? 0, currency) };
    };
    const parts = Object.fromEntries(returnStatuses.map((status) => [status, partOf(status)]));
    return { currency, ...(parts as Record<ReturnStatus, ReturnTotal['requested']>) };
  });
}
