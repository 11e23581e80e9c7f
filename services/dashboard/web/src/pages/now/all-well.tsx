/** The first page of an installation in which nothing is wrong. */
import type { NowState } from '@sluice/contracts';
import { numberText } from '../../components/figure.js';
import { durationText } from '../../components/time.js';

/** One calm sentence instead of findings. */
export function AllWell({ state }: { readonly state: NowState }) {
  const last = state.minutes?.[0];
  const delivered = last?.ended['delivered'] ?? 0;
  return (
    <div className="all-well" role="status">
      <strong>No problems.</strong>{' '}
      {last && last.accepted + delivered > 0
        ? `In the last minute ${numberText(last.accepted)} leads were accepted and ${numberText(delivered)} delivered${
            last.p95Ms === undefined ? '' : ` (p95 ${durationText(last.p95Ms)})`
          }.`
        : 'No leads came in during the last minute.'}
    </div>
  );
}
