/** Where a submission ends when no buyer is left to ask. */
import {
  reallyAsked,
  type AskedBuyer,
  type BuyersNo,
  type Duplicate,
  type Failed,
  type Rejected,
} from '@sluice/contracts';

/** How many buyers are asked for one submission at most. */
export const MAX_BUYERS = 10;

const kinds = { refused: 'rejected', duplicate: 'duplicate', failed: 'failed' } as const satisfies Record<
  BuyersNo,
  string
>;

type AfterAnswers = Rejected | Duplicate | Failed extends infer End
  ? End extends unknown
    ? Omit<End, 'trace'>
    : never
  : never;

/** The end after these answers, at least one: what all of them say, or else that every buyer refused. */
export function endAfterAnswers(buyers: readonly AskedBuyer[]): AfterAnswers {
  const asked = reallyAsked(buyers);
  const last = asked.at(-1);
  if (last && last.outcome !== 'skipped' && asked.every(({ outcome }) => outcome === last.outcome))
    return { kind: kinds[last.outcome], reason: last.reason };
  return { kind: 'rejected', reason: 'refused_by_all' };
}
