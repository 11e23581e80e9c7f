/** Waiting for another worker's call. */
import type { StageOutcome } from '@sluice/queue';

/**
 * The outcome of a run that found the call under way: it looks again when that worker's lease ends, and nothing is spent.
 * From the second attempt on, this lead may be what ended the worker, so its next run is a batch of its own.
 */
export function underWay(
  { leadId, submissionId }: { readonly leadId: string; readonly submissionId: string },
  n: number,
  againAt: Date,
): StageOutcome {
  return {
    outcome: 'attempt_under_way',
    againAt,
    runsAlone: n > 1,
    fields: { leadId, submissionId },
  };
}
