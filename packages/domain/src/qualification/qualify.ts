/** Qualification: whether a lead may be routed, with the reasons. */
import type {
  Campaign,
  FieldLibraryEntry,
  QualificationDecision,
  Trace,
  TraceEntry,
} from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { askingTrace, notAskedTrace } from '../language-model/check-outcome.js';
import type { WhetherToAsk } from '../language-model/whether-to-ask.js';
import type { WhetherToCall } from '../voice/whether-to-call.js';
import { checkFieldRules } from './field-rules.js';
import { firstSubmissionVerdict } from './first-submission.js';

/** The result of claiming the dedupe keys. */
export type DedupeOutcome =
  | { readonly kind: 'unique' }
  | { readonly kind: 'duplicate'; readonly field: string; readonly ofLeadId: string }
  | { readonly kind: 'skipped'; readonly because: string };

/** Everything that qualification depends on. */
export interface QualificationInput {
  readonly facts: LeadFacts;
  /** The campaign the submission was sent to; undefined if it no longer exists. */
  readonly campaign: Campaign | undefined;
  readonly fieldLibrary: readonly FieldLibraryEntry[];
  readonly dedupe: DedupeOutcome;
  /** Whether a language model is asked; absent if the campaign does not want one. */
  readonly model?: WhetherToAsk;
  /** Whether a voice agent calls the lead; absent if the campaign does not want that. */
  readonly call?: WhetherToCall;
  /** Whether this is the lead's first submission; the first-submission action applies only to that one. */
  readonly first: boolean;
}

/**
 * Decides whether a lead qualifies. Checks duplicates, disqualification groups, the field library's rules, the language
 * model and the first-submission action, in this order. The first check that stops the lead decides; earlier checks are
 * in the trace. A model that has to be asked leaves the decision to `qualifyAfterCheck`.
 */
export function qualify(input: QualificationInput): QualificationDecision {
  const { facts, campaign, fieldLibrary, dedupe, model, call, first } = input;
  if (!campaign) return { kind: 'error', reason: 'campaign_not_found', trace: [missing(facts.campaignId)] };

  const trace: TraceEntry[] = [dedupeTrace(dedupe)];
  if (dedupe.kind === 'duplicate') {
    return { kind: 'duplicate', reason: `duplicate_${dedupe.field}`, ofLeadId: dedupe.ofLeadId, trace };
  }

  const disqualification = evaluateDisqualification(campaign, facts);
  trace.push(...disqualification.trace);
  if (disqualification.disqualified)
    return { kind: 'disqualified', reason: 'disqualifying_condition', trace };

  const fieldRules = checkFieldRules(fieldLibrary, facts);
  trace.push(fieldRules);
  if (fieldRules.verdict === 'failed') return { kind: 'disqualified', reason: 'invalid_field', trace };

  if (model?.kind === 'ask') {
    const { criteria } = model;
    return { kind: 'asking', check: 'llm', criteria, trace: [...trace, askingTrace(criteria)] };
  }
  if (model) trace.push(notAskedTrace(model.because));
  const action = firstSubmissionVerdict(campaign, first, call);
  trace.push(action.trace);
  return { ...(action.waits ?? { kind: 'qualified' }), trace };
}

/** Evaluates a campaign's disqualification groups in order, up to the first that matches. */
export function evaluateDisqualification(
  campaign: Campaign,
  facts: LeadFacts,
): { readonly disqualified: boolean; readonly trace: Trace } {
  const trace: TraceEntry[] = [];
  for (const group of campaign.disqualificationConditionals ?? []) {
    const evaluation = evaluateGroup(group, facts);
    trace.push({ ...evaluation.trace, looked: 'disqualification' });
    if (evaluation.matched) return { disqualified: true, trace };
  }
  return { disqualified: false, trace };
}

function dedupeTrace(dedupe: DedupeOutcome): TraceEntry {
  switch (dedupe.kind) {
    case 'unique':
      return { looked: 'dedupe', verdict: 'passed' };
    case 'duplicate':
      return {
        looked: 'dedupe',
        at: dedupe.field,
        verdict: 'failed',
        because: 'held_by_another_lead',
        values: { leadId: dedupe.ofLeadId },
      };
    case 'skipped':
      return { looked: 'dedupe', verdict: 'skipped', because: dedupe.because };
  }
}

function missing(campaignId: string): TraceEntry {
  return { looked: 'campaign', at: campaignId, verdict: 'failed', because: 'campaign_not_found' };
}
