import type { LedgerSum } from '@sluice/contracts';
import { ledgerTotals } from './totals.js';

const sum = (
  type: LedgerSum['type'],
  minor: number,
  currency = 'USD',
  more: Partial<LedgerSum> = {},
): LedgerSum => ({ type, minor, currency, entries: 1, unpriced: 0, ...more });

describe('the totals of the ledger', () => {
  it('add up each kind of entry in each currency, and never across currencies', () => {
    const totals = ledgerTotals([
      sum('sale', 12_500, 'USD', { entries: 3, unpriced: 1 }),
      sum('return', -4_250),
      sum('adjustment', -1),
      sum('milestone', 25_000),
      sum('cost', 300),
      sum('cost_reversal', -100),
      sum('sale', 99, 'JPY'),
    ]);
    expect(totals).toEqual([
      {
        currency: 'JPY',
        sales: { entries: 1, amount: 99 },
        returns: { entries: 0, amount: 0 },
        adjustments: { entries: 0, amount: 0 },
        milestones: { entries: 0, amount: 0 },
        costs: { entries: 0, amount: 0 },
        revenue: 99,
        unpriced: 0,
      },
      {
        currency: 'USD',
        sales: { entries: 3, amount: 125 },
        returns: { entries: 1, amount: -42.5 },
        adjustments: { entries: 1, amount: -0.01 },
        milestones: { entries: 1, amount: 250 },
        costs: { entries: 2, amount: 2 },
        revenue: 332.49,
        unpriced: 1,
      },
    ]);
  });

  it('are exact to the cent where decimal numbers are not', () => {
    const [total] = ledgerTotals([sum('sale', 10), sum('milestone', 20)]);
    expect(total?.revenue).toBe(0.3);
  });

  it('of no entries are none', () => {
    expect(ledgerTotals([])).toEqual([]);
  });
});
