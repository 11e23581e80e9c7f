/** What the rules of an endpoint make of an answer. */
import { StatusBadge } from '../../components/badge.js';
import { Facts } from '../../components/figure.js';
import { Sentences } from '../../components/sentences.js';
import { isSame, type Item } from '../values.js';
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

/** Says so if the form has changed since it was tried. */
export function Since({ tried, item }: { readonly tried: Tried; readonly item: Item }) {
  if (isSame(tried.of, item)) return null;
  return <p className="notice warn">The form has changed since. Try it again.</p>;
}
