/** What a check that called out has found, as the next generation of qualification reads it. */
import type {
  Asking,
  AskingModel,
  Campaign,
  Effect,
  OwnReason,
  QualificationDecision,
  TraceEntry,
} from '@sluice/contracts';
import { withoutCampaign } from '../qualification/without-campaign.js';
import { endOfCheck, type EndOfCheck } from '../checks/end-of-check.js';
import { firstSubmissionVerdict } from '../qualification/first-submission.js';
import type { WhetherToCall } from '../voice/whether-to-call.js';
import { readVerdict, type ModelVerdict } from './read-verdict.js';

/** The outcome of asking a language model. */
export type CheckOutcome =
  | EndOfCheck<ModelVerdict>
  /** A simulation asks nobody, and takes the answer for yes. */
  | { readonly kind: 'assumed' };

const looked = 'ai_qualification';

/** The outcome of a check that is stored; undefined while it is not answered. */
export function checkOutcome(
  check: Pick<Effect, 'status' | 'attempts' | 'reason'> | undefined,
  { criteria }: Pick<AskingModel, 'criteria'>,
): CheckOutcome | undefined {
  return endOfCheck(check, (text) => readVerdict(text, criteria));
}

/** What is known when an answer has come. */
export interface AnsweredCheck {
  readonly asking: Asking;
  readonly outcome: CheckOutcome;
  /** The campaign as it is now; undefined if it no longer exists. */
  readonly campaign: Campaign | undefined;
  readonly campaignId: string;
  readonly first: boolean;
  /** Whether a voice agent calls the lead; absent if the campaign does not want that. */
  readonly call?: WhetherToCall;
}

/** Decides about a submission whose check is answered. All checks before it stand; the first-submission action follows. */
export function qualifyAfterCheck(input: AnsweredCheck): QualificationDecision {
  const { asking, outcome, campaign, campaignId, first, call } = input;
  const before = asking.trace.filter((entry) => entry.looked !== looked);
  if (!campaign) return withoutCampaign(campaignId, before);
  // What look-ups answered before is kept by the decision that stands in the end.
  const kept = asking.lookups && { lookups: asking.lookups };
  const isHeld = outcome.kind === 'unanswered' && campaign.settings?.aiOnError === 'hold';
  const trace = [...before, traceOf(outcome, isHeld)];
  if (outcome.kind === 'answered' && !outcome.answer.qualified)
    return { kind: 'disqualified', reason: 'ai_not_eligible' satisfies OwnReason, ...kept, trace };
  if (isHeld) return { kind: 'pending_action', reason: 'ai_unavailable', check: 'llm', ...kept, trace };
  const action = firstSubmissionVerdict(campaign, first, call);
  return { ...(action.waits ?? { kind: 'qualified' }), ...kept, trace: [...trace, action.trace] };
}

/** The trace of a check that is not asked, and of one that is. */
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

function traceOf(outcome: CheckOutcome, isHeld: boolean): TraceEntry {
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
