/** The groups of a campaign whose leads are disqualified. */
import type { Campaign, DisqualificationGroup, Trace, TraceEntry } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import type { LeadFacts } from '../conditions/lead-facts.js';

/**
 * Evaluates a campaign's disqualification groups in order, up to the first that matches: all of them, or only those that
 * are evaluated after look-ups, or before.
 */
export function evaluateDisqualification(
  campaign: Pick<Campaign, 'disqualificationConditionals'>,
  facts: LeadFacts,
  only?: Required<Pick<DisqualificationGroup, 'afterLookups'>>,
): { readonly disqualified: boolean; readonly trace: Trace } {
  const trace: TraceEntry[] = [];
  for (const group of campaign.disqualificationConditionals ?? []) {
    if (only && (group.afterLookups ?? false) !== only.afterLookups) continue;
    const evaluation = evaluateGroup(group, facts);
    trace.push({ ...evaluation.trace, looked: 'disqualification' });
    if (evaluation.matched) return { disqualified: true, trace };
  }
  return { disqualified: false, trace };
}
