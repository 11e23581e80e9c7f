/** Where a submission ends when no buyer is left to ask. */
import type { AskedBuyer, Duplicate, Failed, Rejected } from '@sluice/contracts';

/** How many buyers are asked for one submission at most. */
export const MAX_BUYERS = 10;

const kinds = { refused: 'rejected', duplicate: 'duplicate', failed: 'failed' } as const;

type AfterAnswers = Rejected | Duplicate | Failed extends infer End
  ? End extends unknown
    ? Omit<End, 'trace'>
    : never
  : never;

/** The end after these answers, at least one: what all of them say, or else that every buyer refused. */
export function endAfterAnswers(asked: readonly AskedBuyer[]): AfterAnswers {
  const last = asked.at(-1);
  if (last && asked.every(({ outcome }) => outcome === last.outcome))
    return { kind: kinds[last.outcome], reason: last.reason };
  return { kind: 'rejected', reason: 'refused_by_all' };
}
