/** What is due by a statement, and of what it is made up, by currency. */
import type { Statement } from '@sluice/contracts';
import { Empty } from '../../components/states.js';
import { TotalsTable } from '../ledger/totals-table.js';

export function StatementSums({ statement: { sums, timezone } }: { readonly statement: Statement }) {
  return (
    <div className="stack">
      <TotalsTable
        label="What is due"
        sumHead="Due"
        totals={sums.map(({ due, ...sum }) => ({ ...sum, sum: due }))}
        empty={
          <Empty title="Nothing was booked in this month">
            The client had no sales, returns, adjustments or milestones.
          </Empty>
        }
      />
      <p className="quiet">The month and the times are those of {timezone.replaceAll('_', ' ')}.</p>
    </div>
  );
}
