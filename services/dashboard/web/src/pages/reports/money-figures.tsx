/** What the leads of a report earned, by currency. */
import type { LeadReportTotals } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { Figure } from '../../components/figure.js';

export function MoneyFigures({ money }: Pick<LeadReportTotals, 'money'>) {
  if (money.length === 0) return null;
  return (
    <section className="panel figures" aria-label="Money">
      {money.map(({ currency, revenue, cost, profit }) => (
        <Figure
          key={currency}
          name={`Revenue in ${currency}`}
          note={
            cost === 0
              ? undefined
              : `${moneyText(cost, currency)} of costs leave ${moneyText(profit, currency)}`
          }
        >
          {moneyText(revenue, currency)}
        </Figure>
      ))}
    </section>
  );
}
