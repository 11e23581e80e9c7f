/** The checks that call out, one after another, behind all that cost nothing; each is asked by a decision of its own. */
import type {
  Campaign,
  LookupAnswers,
  PlannedConsent,
  QualificationDecision,
  Trace,
} from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { askingConsent, consentTrace, endByConsent, isConsentTraced } from '../consent/consent-outcome.js';
import { askingTrace, notAskedTrace } from '../language-model/model-trace.js';
import type { WhetherToAsk } from '../language-model/whether-to-ask.js';
import { isTraced, lookupCheck, plannedTrace, type PlannedLookup } from '../lookups/lookup-outcome.js';
import type { WhetherToCall } from '../voice/whether-to-call.js';
import { evaluateDisqualification } from './disqualification.js';
import { firstSubmissionVerdict } from './first-submission.js';

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
  const { facts, consent, lookups = [], model } = rest;
  const kept = keptAnswers(facts.lookups);
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
  return withFirstAction(campaign, rest, kept, trace);
}

/** The last step: whether the submission waits for its campaign's first-submission action. */
export function withFirstAction(
  campaign: Campaign,
  { first, call }: Pick<RestOfChecks, 'first' | 'call'>,
  kept: KeptAnswers,
  before: Trace,
): QualificationDecision {
  const action = firstSubmissionVerdict(campaign, first, call);
  return { ...(action.waits ?? { kind: 'qualified' }), ...kept, trace: [...before, action.trace] };
}

/** What look-ups have answered so far, which every decision behind them keeps. */
type KeptAnswers = Pick<LeadFacts, 'lookups'>;

export function keptAnswers(lookups: LookupAnswers | undefined): KeptAnswers {
  return lookups === undefined ? {} : { lookups };
}
