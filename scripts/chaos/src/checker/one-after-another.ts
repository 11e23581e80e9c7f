/** I8: submissions of one lead run one after another; none is sent to a buyer before the earlier ones have ended. */
import {
  CLOCKS_AGREE_WITHIN_MS,
  storiesBefore,
  type Findings,
  type Story,
  type Violation,
} from './evidence.js';

/**
 * Checks every submission for which a buyer was called. A decision is timed before it is written, and an attempt after
 * its submission began. So in correct order an earlier submission's ending is never later than the attempt.
 */
export function checkOneAfterAnother(findings: Findings): Violation[] {
  return [...findings.stories.values()].flatMap((story) => {
    const [first] = story.attempts;
    if (!first) return [];
    return storiesBefore(story, findings)
      .filter((earlier) => isMovingAt(earlier, first.startedAt))
      .map(({ id }) => ({
        invariant: 'I8' as const,
        subject: story.id,
        what: `was sent to a buyer while ${id} of the same lead had not ended`,
      }));
  });
}

// An imported submission was never decided on, and is not due either.
function isMovingAt({ submission, endings }: Story, instant: Date): boolean {
  const ending = endings[0];
  if (!ending) return submission.dueAt !== undefined;
  return ending.decidedAt.getTime() - instant.getTime() > CLOCKS_AGREE_WITHIN_MS;
}
