/** What a buyer's page and the list of buyers say alike: its state, and how its calls ended. */
import type { adminListBuyers, EndpointData } from '@sluice/contracts';
import { Badge, type Tone } from '../../components/badge.js';
import { TimeInText } from '../../components/time.js';
import { Until } from '../../components/until.js';

/** A buyer as the server returns it. */
export type Buyer = EndpointData<typeof adminListBuyers>['buyers'][number];

/** The state of a buyer, in a word and since when. */
export function BuyerState({
  buyer: { state, failingSince, acceptsNoneSince, openUntil, openedBy },
}: {
  readonly buyer: Buyer;
}) {
  const [tone, word] = states[state];
  const since = { failing: failingSince, accepts_none: acceptsNoneSince }[state as string];
  return (
    <span>
      <Badge tone={tone}>{word}</Badge>{' '}
      {state === 'open' && openUntil !== undefined ? (
        <span className="quiet">
          retries <Until at={openUntil} />
        </span>
      ) : state === 'open' && openedBy ? (
        <span className="quiet">until closed by hand</span>
      ) : (
        since !== undefined && (
          <span className="quiet">
            since <TimeInText at={since} />
          </span>
        )
      )}
    </span>
  );
}

const states: Readonly<Record<Buyer['state'], readonly [Tone, string]>> = {
  works: ['good', 'working'],
  failing: ['bad', 'failing'],
  accepts_none: ['bad', 'accepts none'],
  open: ['bad', 'circuit open'],
  unknown: ['neutral', 'not called yet'],
};

/** Calls that the buyer refused. */
export function refused(outcomes: Buyer['outcomes']): number {
  return (outcomes['rejected'] ?? 0) + (outcomes['duplicate'] ?? 0);
}

/** Calls without a decision: all that were neither accepted nor refused. */
export function failed(outcomes: Buyer['outcomes']): number {
  const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  return calls - (outcomes['accepted'] ?? 0) - refused(outcomes);
}
