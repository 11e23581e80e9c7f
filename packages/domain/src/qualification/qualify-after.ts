/** The next decision of a qualification, once the check has ended that the one before it asked for. */
import {
  LOOKUP_PREFIX,
  type Asking,
  type Campaign,
  type Lookup,
  type LookupAnswer,
  type QualificationDecision,
  type Trace,
} from '@sluice/contracts';
import { endOfCheck, type EndOfCheck, type StoredCheck } from '../checks/end-of-check.js';
import { recallConsent } from '../consent/certificate.js';
import { consentTrace, endByConsent, type ConsentOutcome } from '../consent/consent-outcome.js';
import { consentAsked } from '../consent/plan-consent.js';
import { modelTrace } from '../language-model/model-trace.js';
import { readVerdict, type ModelVerdict } from '../language-model/read-verdict.js';
import { lookupTrace } from '../lookups/lookup-outcome.js';
import { recallLookup } from '../lookups/read-lookup.js';
import { goOn, keptAnswers, withFirstAction, type RestOfChecks } from './go-on.js';
import { withoutCampaign } from './without-campaign.js';

/** What the rest of a qualification is decided by. */
export interface AfterCheck {
  /** The campaign as it is now; undefined if it no longer exists. */
  readonly campaign: Campaign | undefined;
  readonly campaignId: string;
  readonly rest: RestOfChecks;
  /** What happens without an answer, if the check is a look-up. */
  readonly onError: Lookup['onError'];
}

/** A check that has ended, in a campaign that is there. */
interface Ended {
  readonly asking: Asking;
  readonly campaign: Campaign;
  readonly rest: RestOfChecks;
  /** What stands before the check, all of which is kept as it was decided. */
  readonly before: Trace;
}

/** Decides by the check as it is stored; undefined while it has not ended. */
export function qualifyAfter(
  asking: Asking,
  check: StoredCheck,
  { campaign, campaignId, rest, onError }: AfterCheck,
): QualificationDecision | undefined {
  // The last entry says that the check is made.
  const before = asking.trace.slice(0, -1);
  const decideBy = <Answer>(
    recall: (text: string) => Answer | undefined,
    decide: (ended: Ended, outcome: EndOfCheck<Answer>) => QualificationDecision,
  ) => {
    const outcome = endOfCheck(check, recall);
    if (!outcome) return undefined;
    return campaign
      ? decide({ asking, campaign, rest, before }, outcome)
      : withoutCampaign(campaignId, before);
  };
  if (asking.check === 'llm') return decideBy((text) => readVerdict(text, asking.criteria), afterModel);
  const lookupId = lookupOfCheck(asking);
  return lookupId === undefined
    ? decideBy(recallConsent, afterConsent)
    : decideBy(recallLookup, (ended, outcome) => afterLookup(ended, outcome, { lookupId, onError }));
}

/** Only the first-submission action follows a language model. */
export function afterModel(
  { asking, campaign, rest, before }: Ended,
  outcome: EndOfCheck<ModelVerdict>,
): QualificationDecision {
  const kept = keptAnswers(asking.lookups);
  const isHeld = outcome.kind === 'unanswered' && campaign.settings?.aiOnError === 'hold';
  const trace = [...before, modelTrace(outcome, isHeld)];
  if (outcome.kind === 'answered' && !outcome.answer.qualified)
    return { kind: 'disqualified', reason: 'ai_not_eligible', ...kept, trace };
  if (isHeld) return { kind: 'pending_action', reason: 'ai_unavailable', check: 'llm', ...kept, trace };
  return withFirstAction(campaign, rest, kept, trace);
}

/** The checks behind a look-up follow. */
export function afterLookup(
  { asking, campaign, rest, before }: Ended,
  outcome: EndOfCheck<LookupAnswer>,
  { lookupId, onError }: { readonly lookupId: string } & Pick<AfterCheck, 'onError'>,
): QualificationDecision {
  const trace = [...before, lookupTrace(lookupId, outcome, onError)];
  const kept = keptAnswers(
    outcome.kind === 'answered' ? { ...asking.lookups, [lookupId]: outcome.answer } : asking.lookups,
  );
  if (outcome.kind === 'unanswered' && onError === 'disqualify')
    return { kind: 'disqualified', reason: 'lookup_failed', ...kept, trace };
  if (outcome.kind === 'unanswered' && onError === 'hold')
    return { kind: 'pending_action', reason: 'lookup_unavailable', check: asking.check, ...kept, trace };
  return goOn(campaign, { ...rest, facts: { ...rest.facts, ...kept } }, trace);
}

/** A certificate is judged by the campaign as it is now. */
export function afterConsent(
  { asking, campaign, rest, before }: Ended,
  outcome: ConsentOutcome,
): QualificationDecision {
  const actions = consentAsked(campaign, 'at_qualification') ?? { onFailure: 'flag', onError: 'pass' };
  const trace = [...before, consentTrace(outcome, actions)];
  // Where consent was added to the campaign meanwhile, look-ups have answered before it.
  const kept = keptAnswers(asking.lookups);
  const ended = endByConsent(outcome, actions, asking.check);
  if (ended) return { ...ended, ...kept, trace };
  return goOn(campaign, { ...rest, facts: { ...rest.facts, ...kept } }, trace);
}

/** The look-up that is asked for; undefined if it is another check. */
export function lookupOfCheck({ check }: Pick<Asking, 'check'>): string | undefined {
  return check.startsWith(LOOKUP_PREFIX) ? check.slice(LOOKUP_PREFIX.length) : undefined;
}
