/** The use of a cap or a budget, in numbers and as a bar. */
import type { CampaignRow } from '@sluice/contracts';
import { moneyText } from '@sluice/contracts/words';
import { TimeInText } from './time.js';

interface CapUseProps {
  readonly cap: CampaignRow['caps'][number];
  /** Also shows when the period ends. */
  readonly long?: boolean;
}

/** Tells the caps of one campaign apart. */
export function capKey({ of, period, currency = '' }: CapUseProps['cap']): string {
  return `${of} ${period} ${currency}`;
}

export function CapUse({ cap: { of, period, cap, taken, reserved, currency, turnsAt }, long }: CapUseProps) {
  const name = `${of === 'client' ? 'client ' : ''}${period === 'lifetime' ? 'total' : period}`;
  const full = taken >= cap;
  const text = (value: number) =>
    currency === undefined ? value.toLocaleString('en') : moneyText(value, currency);
  return (
    <div className={full ? 'cap-use full' : 'cap-use'}>
      <span className={full ? 'bad' : undefined}>
        <span className="tabular">
          {text(taken)} of {text(cap)}
        </span>{' '}
        {name}
        {taken > cap && currency !== undefined ? ', exceeded' : full && ', full'}
      </span>
      {reserved > 0 && <span className="quiet">{text(reserved)} of it reserved for leads on their way</span>}
      <meter
        min={0}
        max={Math.max(cap, 1)}
        value={Math.min(taken, cap)}
        aria-label={`${name} ${currency === undefined ? 'cap' : 'budget'}`}
      />
      {long && turnsAt !== undefined && (
        <span className="quiet">
          resets <TimeInText at={turnsAt} />
        </span>
      )}
    </div>
  );
}
