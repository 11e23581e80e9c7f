/** Decides whether a submission that has not ended waits for a recorded instant, which is permitted. */
import { storiesBefore, type Findings, type Story } from './evidence.js';

/** What the submission waits for; undefined if it waits for nothing. */
export type Plan = 'held' | 'retry' | 'dead_buyer' | 'successor';

/**
 * A submission may remain without an end only while a future instant is recorded for it: the end of a hold, or the next
 * attempt after a buyer failed. It may also wait behind an earlier submission of its lead that waits so. For a buyer
 * that is permanently dead no attempt need be planned.
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
