/** The checks that call out, one after another, behind all that cost nothing; each is asked by a decision of its own. */
import type {
  Asking,
  Campaign,
  Lookup,
  LookupAnswers,
  PlannedConsent,
  QualificationDecision,
  Trace,
} from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import {
  askingConsent,
  consentTrace,
  endByConsent,
  isConsentTraced,
  withoutConsent,
  type ConsentOutcome,
} from '../consent/consent-outcome.js';
import { consentAsked } from '../consent/plan-consent.js';
import { askingTrace, notAskedTrace } from '../language-model/check-outcome.js';
import type { WhetherToAsk } from '../language-model/whether-to-ask.js';
import {
  isTraced,
  lookupCheck,
  lookupTrace,
  plannedTrace,
  withoutLookup,
  type LookupOutcome,
  type PlannedLookup,
} from '../lookups/lookup-outcome.js';
import type { WhetherToCall } from '../voice/whether-to-call.js';
import { evaluateDisqualification } from './disqualification.js';
import { firstSubmissionVerdict } from './first-submission.js';
import { withoutCampaign } from './without-campaign.js';

/** What the rest of a qualification depends on, once all that costs nothing has let the lead through. */
export interface RestOfChecks {
  /** With what look-ups have answered so far. */
  readonly facts: LeadFacts;
  /** What the campaign asks of the lead's certificate; absent if nothing. */
  readonly consent?: PlannedConsent;
  /** The look-ups of the campaign, in order. */
  readonly lookups?: readonly PlannedLookup[];
  /** Whether a language model is asked; absent if the campaign does not want one. */
  readonly model?: WhetherToAsk;
  /** Whether a voice agent calls the lead; absent if the campaign does not want that. */
  readonly call?: WhetherToCall;
  /** Whether this is the lead's first submission; the first-submission action applies only to that one. */
  readonly first: boolean;
}

/**
 * Decides what follows in this order: the certificate of consent and the look-ups that `before` does not name yet, the
 * disqualification groups that read them, the language model, the first-submission action. A check that has to be made
 * leaves the rest to the generation that reads its answer.
 */
export function goOn(campaign: Campaign, rest: RestOfChecks, before: Trace): QualificationDecision {
  const { facts, consent, lookups = [], model, call, first } = rest;
  const kept = answered(facts.lookups);
  const trace = [...before];
  if (consent && !isConsentTraced(trace)) {
    if (consent.kind === 'ask') {
      const { check, field } = consent;
      return { kind: 'asking', check, field, ...kept, trace: [...trace, askingConsent] };
    }
    trace.push(consentTrace(consent, consent));
    const ended = endByConsent(consent, consent, undefined);
    if (ended) return { ...ended, ...kept, trace };
  }
  for (const planned of lookups) {
    const { lookupId, because } = planned;
    if (isTraced(trace, lookupId)) continue;
    trace.push(plannedTrace(planned));
    if (because === undefined) return { kind: 'asking', check: lookupCheck(lookupId), ...kept, trace };
  }
  const late = evaluateDisqualification(campaign, facts, { afterLookups: true });
  trace.push(...late.trace);
  if (late.disqualified) return { kind: 'disqualified', reason: 'disqualifying_condition', ...kept, trace };
  if (model?.kind === 'ask') {
    const { criteria } = model;
    return { kind: 'asking', check: 'llm', criteria, ...kept, trace: [...trace, askingTrace(criteria)] };
  }
  if (model) trace.push(notAskedTrace(model.because));
  const action = firstSubmissionVerdict(campaign, first, call);
  trace.push(action.trace);
  return { ...(action.waits ?? { kind: 'qualified' }), ...kept, trace };
}

/** A look-up that has ended, and what the rest depends on. */
export interface AnsweredLookup {
  readonly asking: Asking;
  readonly lookupId: string;
  readonly outcome: LookupOutcome;
  /** What happens without an answer. */
  readonly onError: Lookup['onError'];
  readonly campaign: Campaign | undefined;
  readonly campaignId: string;
  readonly rest: RestOfChecks;
}

/** Decides about a submission whose look-up has ended: the checks before it stand, and those after it follow. */
export function qualifyAfterLookup(input: AnsweredLookup): QualificationDecision {
  const { asking, lookupId, outcome, onError, campaign, campaignId, rest } = input;
  const before = withoutLookup(asking.trace, lookupId);
  if (!campaign) return withoutCampaign(campaignId, before);
  const trace = [...before, lookupTrace(lookupId, outcome, onError)];
  const lookups =
    outcome.kind === 'answered' ? { ...asking.lookups, [lookupId]: outcome.answer } : asking.lookups;
  if (outcome.kind === 'unanswered') {
    const kept = answered(lookups);
    if (onError === 'disqualify') return { kind: 'disqualified', reason: 'lookup_failed', ...kept, trace };
    if (onError === 'hold')
      return { kind: 'pending_action', reason: 'lookup_unavailable', check: asking.check, ...kept, trace };
  }
  return goOn(campaign, { ...rest, facts: { ...rest.facts, ...answered(lookups) } }, trace);
}

/** A certificate about which TrustedForm was asked, and what the rest depends on. */
export interface AnsweredConsent extends Pick<AnsweredLookup, 'asking' | 'campaign' | 'campaignId' | 'rest'> {
  readonly outcome: ConsentOutcome;
}

/** Decides about a submission whose certificate was asked about: by the campaign as it is now. */
export function qualifyAfterConsent(input: AnsweredConsent): QualificationDecision {
  const { asking, outcome, campaign, campaignId, rest } = input;
  const before = withoutConsent(asking.trace);
  if (!campaign) return withoutCampaign(campaignId, before);
  const actions = consentAsked(campaign, 'at_qualification') ?? { onFailure: 'flag', onError: 'pass' };
  const trace = [...before, consentTrace(outcome, actions)];
  // Where consent was added to the campaign meanwhile, look-ups have answered before it.
  const kept = answered(asking.lookups);
  const ended = endByConsent(outcome, actions, asking.check);
  if (ended) return { ...ended, ...kept, trace };
  return goOn(campaign, { ...rest, facts: { ...rest.facts, ...kept } }, trace);
}

function answered(lookups: LookupAnswers | undefined): { readonly lookups?: LookupAnswers } {
  return lookups === undefined ? {} : { lookups };
}
