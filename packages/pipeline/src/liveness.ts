/** Whether a worker makes progress, from what it did and what waits for it. */
import type { Progress, QueueWatch } from '@sluice/runtime';

/** No progress for so long, with work waiting, means that the worker is stuck. */
const STUCK_AFTER_MS = 60_000;

/**
 * Says why the worker is stuck, if it is: jobs wait, their queue is not paused, and for a minute this worker neither
 * had one in hand nor finished one. `now` is in milliseconds, as `Date.now()` returns it.
 */
export function stuckReason(
  progress: Readonly<Progress>,
  watch: Pick<QueueWatch, 'waiting' | 'lastPausedAt'>,
  now: number,
): string | undefined {
  if (watch.waiting() === 0 || progress.active > 0) return undefined;
  // After a pause the worker has its minute again.
  const idleMs = now - Math.max(progress.lastFinishedAt, watch.lastPausedAt());
  return idleMs > STUCK_AFTER_MS
    ? `jobs wait, and none was worked on for ${Math.round(idleMs / 1000)} s`
    : undefined;
}
