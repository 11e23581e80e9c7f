/** What a language model that was asked about a lead has found, as the trace says it. */
import type { OwnReason, TraceEntry } from '@sluice/contracts';
import type { EndOfCheck } from '../checks/end-of-check.js';
import type { ModelVerdict } from './read-verdict.js';

const looked = 'ai_qualification';

/** The trace of a check that is made next. */
export function askingTrace(criteria: readonly string[]): TraceEntry {
  return {
    looked,
    verdict: 'held',
    of: criteria.map((at) => ({ looked: 'criterion', at, verdict: 'held' })),
  };
}

/** The trace of a check that is not made. */
export function notAskedTrace(because: OwnReason): TraceEntry {
  return { looked, verdict: 'skipped', because };
}

/** The trace of a check that was asked; without an answer, `isHeld` says whether its lead waits for a person. */
export function modelTrace(outcome: EndOfCheck<ModelVerdict>, isHeld: boolean): TraceEntry {
  switch (outcome.kind) {
    case 'answered':
      return verdictTrace(outcome.answer);
    case 'not_asked':
      return notAskedTrace(outcome.because);
    case 'assumed':
      return { looked, verdict: 'skipped', because: 'a simulation asks no language model; taken for yes' };
    case 'unanswered':
      return {
        looked,
        verdict: isHeld ? 'held' : 'skipped',
        because: 'ai_unavailable' satisfies OwnReason,
        values: { failure: outcome.reason },
      };
  }
}

// The model's words may quote the lead, so they stand among the values, which an erasure removes.
function verdictTrace({ qualified, reason, criteria }: ModelVerdict): TraceEntry {
  return {
    looked,
    verdict: qualified ? 'passed' : 'failed',
    because: !qualified ? ('ai_not_eligible' satisfies OwnReason) : undefined,
    values: { said: reason },
    of: criteria.map(({ criterion, met, why }) => ({
      looked: 'criterion',
      at: criterion,
      verdict: met ? 'passed' : 'failed',
      values: { said: why },
    })),
  };
}
