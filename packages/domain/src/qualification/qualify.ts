/** Qualification: whether a lead may be routed, with the reasons. */
import type { Campaign, FieldLibraryEntry, QualificationDecision, TraceEntry } from '@sluice/contracts';
import { evaluateDisqualification } from './disqualification.js';
import { checkFieldRules } from './field-rules.js';
import { goOn, type RestOfChecks } from './go-on.js';
import { withoutCampaign } from './without-campaign.js';

/** The result of claiming the dedupe keys. */
export type DedupeOutcome =
  | { readonly kind: 'unique' }
  | { readonly kind: 'duplicate'; readonly field: string; readonly ofLeadId: string }
  | { readonly kind: 'skipped'; readonly because: string };

/** What suppression lists say of a lead: the first that has it, or that none has. */
export type Suppression = { readonly kind: 'listed'; readonly listId: string } | { readonly kind: 'free' };

/** Everything that qualification depends on. */
export interface QualificationInput extends RestOfChecks {
  /** The campaign the submission was sent to; undefined if it no longer exists. */
  readonly campaign: Campaign | undefined;
  readonly fieldLibrary: readonly FieldLibraryEntry[];
  readonly dedupe: DedupeOutcome;
  /** What the tenant's suppression lists say; absent if there are none. */
  readonly suppression?: Suppression | undefined;
}

/**
 * Decides whether a lead qualifies. Checks suppression lists, duplicates, disqualification groups and the field library's
 * rules, in this order, and then what `goOn` checks. The first check that stops the lead decides; earlier checks are in the
 * trace. A check that calls out leaves the decision to the generation that reads its answer.
 */
export function qualify(input: QualificationInput): QualificationDecision {
  const { facts, campaign, fieldLibrary, dedupe, suppression } = input;
  if (!campaign) return withoutCampaign(facts.campaignId, []);

  const listed = suppression ? [suppressionTrace(suppression)] : [];
  if (suppression?.kind === 'listed') return { kind: 'disqualified', reason: 'suppressed', trace: listed };

  const trace: TraceEntry[] = [...listed, dedupeTrace(dedupe)];
  if (dedupe.kind === 'duplicate') {
    return { kind: 'duplicate', reason: `duplicate_${dedupe.field}`, ofLeadId: dedupe.ofLeadId, trace };
  }

  const disqualification = evaluateDisqualification(campaign, facts, { afterLookups: false });
  trace.push(...disqualification.trace);
  if (disqualification.disqualified)
    return { kind: 'disqualified', reason: 'disqualifying_condition', trace };

  const fieldRules = checkFieldRules(fieldLibrary, facts);
  trace.push(fieldRules);
  if (fieldRules.verdict === 'failed') return { kind: 'disqualified', reason: 'invalid_field', trace };

  return goOn(campaign, input, trace);
}

/** The entry of a look at suppression lists; it names the list, never the value. */
export function suppressionTrace(suppression: Suppression): TraceEntry {
  if (suppression.kind === 'free') return { looked: 'suppression', verdict: 'passed' };
  return { looked: 'suppression', at: suppression.listId, verdict: 'failed', because: 'suppressed' };
}

/** The entry of a look for duplicates. */
export function dedupeTrace(dedupe: DedupeOutcome): TraceEntry {
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
