/** What the rules of an endpoint make of an answer. */
import { StatusBadge } from '../../components/badge.js';
import { Facts } from '../../components/figure.js';
import { Sentences } from '../../components/sentences.js';
import type { Tried } from './try-endpoint.js';

export function Meaning({
  tried: { outcome = '', rule, reason, price, reference, what },
}: {
  readonly tried: Tried;
}) {
  return (
    <>
      <Facts
        facts={[
          ['Outcome', <StatusBadge key="" status={outcome} />],
          ['Decided by', rule === undefined ? 'no rule' : `rule ${rule}`],
          ['Reason', reason],
          ['Price', price],
          ['Reference', reference],
        ]}
      />
      {what && <Sentences sentences={[what]} open={2} />}
    </>
  );
}
