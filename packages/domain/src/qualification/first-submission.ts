/** The first-submission action (§2.1.3): what must happen before a new lead is routed. */
import type { WhetherToCall } from '../voice/whether-to-call.js';
import type { AwaitingAction, Campaign, OwnReason, PendingAction, TraceEntry } from '@sluice/contracts';

/** The result: nothing to wait for, or a decision that makes the submission wait. */
export interface FirstSubmissionVerdict {
  readonly trace: TraceEntry;
  readonly waits?:
    | Pick<AwaitingAction, 'kind' | 'action'>
    | Pick<PendingAction, 'kind' | 'reason' | 'approval'>;
}

/**
 * Whether a submission has to wait for its campaign's first-submission action. A webhook or a voice call makes it wait for
 * an answer, every other action for a person or another system. If `enabled` is absent the action is on.
 */
export function firstSubmissionVerdict(
  campaign: Campaign,
  first: boolean,
  call?: WhetherToCall,
): FirstSubmissionVerdict {
  const about = { looked: 'first_submission_action' };
  const configured = campaign.firstSubmissionAction;
  if (!configured?.action || configured.enabled === false) {
    return { trace: { ...about, verdict: 'skipped', because: configured?.action ? 'off' : 'none' } };
  }
  const { action } = configured;
  if (!first) {
    return { trace: { ...about, at: action, verdict: 'skipped', because: 'not_the_first_submission' } };
  }
  switch (action) {
    case 'webhook':
      return configured.webhook?.url
        ? { trace: { ...about, at: action, verdict: 'held' }, waits: { kind: 'awaiting_action' } }
        : waitForPerson('webhook_without_url', { ...about, at: action, because: 'no_url' });
    case 'human_review': {
      const { reason, priority } = configured.humanReview ?? {};
      const values = { reason, priority };
      const { trace } = waitForPerson(action, { ...about, at: action, values });
      return { trace, waits: { kind: 'pending_action', reason: action, approval: 'pending' } };
    }
    case 'voice_ai': {
      const because = call?.kind === 'not_called' ? call.because : 'no_voice_provider';
      return call?.kind === 'call'
        ? { trace: { ...about, at: action, verdict: 'held' }, waits: { kind: 'awaiting_action', action } }
        : waitForPerson(action, { ...about, at: action, because });
    }
    case 'workflow':
      return waitForPerson(action, { ...about, at: action });
  }
}

function waitForPerson(reason: OwnReason, about: Omit<TraceEntry, 'verdict'>): FirstSubmissionVerdict {
  return { trace: { ...about, verdict: 'held' }, waits: { kind: 'pending_action', reason } };
}
