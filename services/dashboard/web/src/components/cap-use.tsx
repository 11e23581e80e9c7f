/** The use of a cap, in numbers and as a bar. */
import type { CampaignRow } from '@sluice/contracts';
import { Time } from './time.js';

interface CapUseProps {
  readonly cap: CampaignRow['caps'][number];
  /** Also shows when the period ends. */
  readonly long?: boolean;
}

export function CapUse({ cap: { of, period, cap, taken, turnsAt }, long }: CapUseProps) {
  const name = `${of === 'client' ? 'client ' : ''}${period === 'lifetime' ? 'total' : period}`;
  const full = taken >= cap;
  return (
    <div class={full ? 'cap-use full' : 'cap-use'}>
      <span class={full ? 'bad' : undefined}>
        <span class="tabular">
          {taken.toLocaleString('en')} of {cap.toLocaleString('en')}
        </span>{' '}
        {name}
        {full && ', full'}
      </span>
      <meter min={0} max={Math.max(cap, 1)} value={Math.min(taken, cap)} aria-label={`${name} cap`} />
      {long && turnsAt !== undefined && (
        <span class="quiet">
          resets <Time at={turnsAt} />
        </span>
      )}
    </div>
  );
}
