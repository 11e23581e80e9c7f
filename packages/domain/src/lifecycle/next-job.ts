/**
 * How far a submission got, derived only from its journal. The sweep uses this for everything past due, so an emptied
 * Redis loses nothing.
 */
import type { QueuedStage, RecordedDecision, Routed, SubmissionStatus } from '@sluice/contracts';

/** The job that advances a submission, or that finishes an interrupted ending. */
export interface NextJob {
  readonly stage: QueuedStage;
  readonly generation: number;
}

/**
 * The next job of a submission with these decisions, in order, and this status. A stage that finds its decision
 * recorded advances by it. The stage of an ending therefore resumes what follows from it; the stage of a qualification or
 * hold, and of a routing that plans effects or ends a hold, completes that before the submission continues; and the
 * delivery that passed a submission on gives back its room before the next buyer is chosen.
 */
export function nextJob(history: readonly RecordedDecision[], status: SubmissionStatus): NextJob {
  const last = history.at(-1);
  if (!last) return { stage: 'qualification', generation: 0 };
  switch (last.decision.kind) {
    case 'qualified':
    case 'asking':
    case 'awaiting_action':
      return qualifying(history);
    case 'held':
      // Status `queued` is the last step of a hold; any other status means that the hold was interrupted.
      return { stage: 'routing', generation: status === 'queued' ? last.generation + 1 : last.generation };
    case 'routed': {
      const isCarriedOut = !plansEffects(last.decision) && status !== 'queued';
      return { stage: isCarriedOut ? 'delivery' : 'routing', generation: last.generation };
    }
    case 'passed_on':
      return { stage: 'delivery', generation: last.generation };
    default:
      return resuming(last, history);
  }
}

/**
 * The queue in which such a submission waits if nothing went wrong. For one that is qualified or passed on that is
 * routing's, although requeueing starts again with the stage before it, in case that was interrupted.
 */
export function waitsIn(history: readonly RecordedDecision[], status: SubmissionStatus): QueuedStage {
  const last = history.at(-1)?.decision.kind;
  if (last === 'qualified' || last === 'passed_on') return 'routing';
  return last === 'routed' ? 'delivery' : nextJob(history, status).stage;
}

/** The generation of routing that a submission with these decisions comes to next; undefined if that is not its next stage. */
export function nextRouting(history: readonly RecordedDecision[]): number | undefined {
  const last = history.at(-1);
  switch (last?.decision.kind) {
    case 'qualified':
      return 0;
    case 'held':
    case 'passed_on':
      return last.generation + 1;
    default:
      return undefined;
  }
}

/** Whether effects follow from a routing: the check that its delivery waits for, or the event of the no before it. */
export function plansEffects({ asked, consent }: Pick<Routed, 'asked' | 'consent'>): boolean {
  return asked !== undefined || consent?.kind === 'ask';
}

function resuming(last: RecordedDecision, history: readonly RecordedDecision[]): NextJob {
  if (last.stage === 'routing') return { stage: 'routing', generation: last.generation };
  if (last.stage === 'delivery' || last.stage === 'resolution') {
    const routed = history.findLast(({ decision }) => decision.kind === 'routed');
    return { stage: 'delivery', generation: routed?.generation ?? 0 };
  }
  return qualifying(history);
}

// Of the generations of a qualification, the last: the ones before it asked.
function qualifying(history: readonly RecordedDecision[]): NextJob {
  const generation = history.findLast(({ stage }) => stage === 'qualification')?.generation ?? 0;
  return { stage: 'qualification', generation };
}
