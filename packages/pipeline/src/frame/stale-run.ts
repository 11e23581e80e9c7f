/** Recognises items of a repeated batch that were requeued in the meantime. */
import type { StageRun } from '@sluice/queue';

/**
 * Whether the submission or effect was requeued after this run was enqueued. If so, the later run does the work and
 * this one would repeat it.
 */
export function isStale({ enqueuedAt }: { readonly enqueuedAt?: Date }, run: StageRun): boolean {
  return (
    !run.first && run.enqueuedAt !== undefined && enqueuedAt !== undefined && run.enqueuedAt < enqueuedAt
  );
}
