/** What a repeated batch holds although it was requeued since. */
import type { StageRun } from '@sluice/runtime';

/** Whether a submission or effect was requeued since this run of it: that run goes on, this one only doubles it. */
export function isLeftOver({ enqueuedAt }: { readonly enqueuedAt?: Date }, run: StageRun): boolean {
  return (
    !run.first && run.enqueuedAt !== undefined && enqueuedAt !== undefined && run.enqueuedAt < enqueuedAt
  );
}
