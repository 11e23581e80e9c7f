/** I6: of several leads of one person, at most one is placed. */
import { grouped, type Findings, type Violation } from './evidence.js';

/** Counts the placed leads of every set of twins, according to the database and to the buyers. */
export function checkOneWinner({ asked, receipts, stories }: Findings): Violation[] {
  const pairs = receipts.flatMap(({ key, submissionId }) => {
    const ask = asked.get(key);
    return ask?.twins === undefined ? [] : [{ twins: ask.twins, id: `${ask.tenantId}/${submissionId}` }];
  });
  return [...grouped(pairs, ({ twins }) => twins)].flatMap(([twins, members]) => {
    const own = [...new Set(members.map(({ id }) => id))].flatMap((id) => stories.get(id) ?? []);
    const winners = own.filter(
      ({ endings, acceptedAt }) => endings.at(-1)?.decision.kind === 'delivered' || acceptedAt.size > 0,
    );
    if (winners.length <= 1) return [];
    const names = winners.map(({ id }) => id).join(' and ');
    return [
      { invariant: 'I6' as const, subject: twins, what: `${names} are the same person and all were placed` },
    ];
  });
}
