/** Whether a submission that has not ended waits for an instant that is written down, which is a state to be in. */
import { storiesBefore, type Findings, type Story } from './evidence.js';

/** What it waits for; undefined when it simply has not arrived anywhere. */
export type Plan = 'held' | 'retry' | 'dead_buyer' | 'successor';

/**
 * A submission may rest without an end only as long as an instant in the future is written down for it: the end of a
 * hold, or the next attempt after a buyer failed; or behind an earlier submission of its lead that rests so. With a
 * buyer that is dead all the while no attempt need be planned.
 */
export function planOf(story: Story, findings: Findings): Plan | undefined {
  const { database, campaignAt } = findings;
  const { submission, decisions, attempts, endings } = story;
  const { dueAt } = submission;
  if (endings.length > 0 || dueAt === undefined || dueAt <= database.now) return undefined;
  const last = decisions.at(-1)?.decision;
  if (!last) {
    const before = storiesBefore(story, findings).at(-1);
    return before && planOf(before, findings) ? 'successor' : undefined;
  }
  if (last.kind === 'held') return submission.status === 'queued' ? 'held' : undefined;
  if (last.kind !== 'routed') return undefined;
  const outcome = attempts.at(-1)?.outcome;
  if (outcome?.nextAt && outcome.nextAt > database.now) return 'retry';
  const buyer = campaignAt.get(`${story.tenantId}/${last.campaignId ?? ''}`)?.buyer;
  const betweenAttempts = attempts.length === 0 || outcome?.nextAt !== undefined;
  return buyer === 'dead' && betweenAttempts ? 'dead_buyer' : undefined;
}
