/** What a call decides about the submission that waits for it. */
import type { ActionDecision, OwnReason } from '@sluice/contracts';

const looked = 'voice_call';

/** The decision of a verdict. */
export function decisionOfCall(isQualified: boolean): ActionDecision {
  if (isQualified) return { kind: 'qualified', trace: [{ looked, verdict: 'passed' }] };
  const because = 'voice_not_qualified' satisfies OwnReason;
  return { kind: 'disqualified', reason: because, trace: [{ looked, verdict: 'failed', because }] };
}

/** The decision without one: a person has to act. `because` is what happened, if that is more than the reason. */
export function decisionWithoutVerdict(reason: OwnReason, because: string = reason): ActionDecision {
  return { kind: 'pending_action', reason, trace: [{ looked, verdict: 'failed', because }] };
}
