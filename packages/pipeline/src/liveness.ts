/** Whether a worker makes progress, judged by its finished jobs and the jobs that wait for it. */
import type { Progress, QueueWatch } from '@sluice/queue';

/** A worker is stuck when it makes no progress for this long while jobs wait. */
const STUCK_AFTER_MS = 60_000;

/**
 * Returns the reason why the worker is stuck, if it is: jobs wait, their queue is not paused, and for a minute this
 * worker neither ran nor finished a job. `now` is in milliseconds, as from `Date.now()`.
 */
export function stuckReason(
  progress: Readonly<Progress>,
  watch: Pick<QueueWatch, 'waiting' | 'lastPausedAt'>,
  now: number,
): string | undefined {
  if (watch.waiting() === 0 || progress.active > 0) return undefined;
  // The minute starts again when a pause ends.
  const idleMs = now - Math.max(progress.lastFinishedAt, watch.lastPausedAt());
  return idleMs > STUCK_AFTER_MS
    ? `jobs wait, and none was worked on for ${Math.round(idleMs / 1000)} s`
    : undefined;
}
