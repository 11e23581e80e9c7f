/**
 * How far a submission got, read from its journal alone. The sweep asks this of whatever is past due,
 * so an emptied Redis changes nothing.
 */
import type { QueuedStage, RecordedDecision, SubmissionStatus } from '@sluice/contracts';

/** The job that moves a submission on, or that finishes an ending which was interrupted. */
export interface NextJob {
  readonly stage: QueuedStage;
  readonly generation: number;
}

/**
 * The next job of a submission with these decisions, in the order they were made, and this status. A stage that
 * finds its decision recorded advances by it: naming the stage of an ending resumes its settling, and naming that of a
 * qualification or of a hold makes sure that all its effects are planned before the submission goes on.
 */
export function nextJob(history: readonly RecordedDecision[], status: SubmissionStatus): NextJob {
  const last = history.at(-1);
  if (!last) return { stage: 'qualification', generation: 0 };
  switch (last.decision.kind) {
    case 'qualified':
    case 'awaiting_action':
      return { stage: 'qualification', generation: 0 };
    case 'held':
      // Status `queued` is the last step of a hold: without it, the hold was interrupted.
      return { stage: 'routing', generation: status === 'queued' ? last.generation + 1 : last.generation };
    case 'routed':
      return { stage: 'delivery', generation: last.generation };
    default:
      return resuming(last, history);
  }
}

/**
 * The queue that such a submission waits in when all went well: once it is qualified that is routing's, although
 * requeueing begins with the qualification once more, for effects that may not have been planned.
 */
export function waitsIn(history: readonly RecordedDecision[], status: SubmissionStatus): QueuedStage {
  return history.at(-1)?.decision.kind === 'qualified' ? 'routing' : nextJob(history, status).stage;
}

function resuming(last: RecordedDecision, history: readonly RecordedDecision[]): NextJob {
  if (last.stage === 'routing') return { stage: 'routing', generation: last.generation };
  if (last.stage === 'delivery' || last.stage === 'resolution') {
    const routed = history.findLast(({ decision }) => decision.kind === 'routed');
    return { stage: 'delivery', generation: routed?.generation ?? 0 };
  }
  return { stage: 'qualification', generation: 0 };
}
