/** Whether a look-up is made about a lead, and what it has led to, as the next generation of qualification reads it. */
import type {
  CampaignLookup,
  CheckName,
  Lookup,
  LookupAnswer,
  OwnReason,
  TraceEntry,
} from '@sluice/contracts';
import type { EndOfCheck } from '../checks/end-of-check.js';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import type { LeadFacts } from '../conditions/lead-facts.js';

const looked = 'lookup';

/** A look-up of a campaign, before it is made. */
export interface PlannedLookup {
  readonly lookupId: string;
  /** What happens without an answer. */
  readonly onError: Lookup['onError'];
  /** Why it is not made; absent if it is. */
  readonly because?: OwnReason;
}

/** Whether a look-up of a campaign is made. Look-ups that do not exist yet, or are switched off, are not. */
export function planLookup(
  { lookupId, when }: CampaignLookup,
  lookup: Lookup | undefined,
  facts: LeadFacts,
  byPerson: ReadonlySet<CheckName>,
): PlannedLookup {
  const because = whyNot();
  return { lookupId, onError: lookup?.onError ?? 'pass', ...(because !== undefined && { because }) };

  function whyNot(): OwnReason | undefined {
    if (!lookup) return 'unknown_lookup';
    if (lookup.archivedAt !== undefined) return 'archived';
    if (!lookup.active) return 'inactive';
    if (facts.isTest && !lookup.testToo) return 'test_lead';
    if (byPerson.has(lookupCheck(lookupId))) return 'by_person';
    return when && !evaluateGroup(when, facts).matched ? 'when_not_met' : undefined;
  }
}

/** The check that a look-up is. */
export function lookupCheck(lookupId: string): `lookup.${string}` {
  return `lookup.${lookupId}`;
}

/** Whether a trace has an entry of this look-up, which was then made, or decided not to be made. */
export function isTraced(trace: readonly TraceEntry[], lookupId: string): boolean {
  return trace.some((entry) => entry.looked === looked && entry.at === lookupId);
}

/** The trace of a look-up that is made next, or not at all. */
export function plannedTrace({ lookupId: at, because }: PlannedLookup): TraceEntry {
  return because === undefined
    ? { looked, at, verdict: 'held' }
    : { looked, at, verdict: 'skipped', because };
}

/** The trace of a look-up that was made. */
export function lookupTrace(
  at: string,
  outcome: EndOfCheck<LookupAnswer>,
  onError: Lookup['onError'],
): TraceEntry {
  switch (outcome.kind) {
    case 'answered': {
      const { at: answeredAt, fields } = outcome.answer;
      return { looked, at, verdict: 'passed', values: { answeredAt: answeredAt.toISOString(), fields } };
    }
    case 'not_asked':
      return plannedTrace({ lookupId: at, onError, because: outcome.because });
    case 'assumed':
      return { looked, at, verdict: 'skipped', because: 'a simulation makes no look-up' };
    case 'unanswered': {
      const verdict = ({ hold: 'held', disqualify: 'failed', pass: 'skipped' } as const)[onError];
      const because: OwnReason = onError === 'disqualify' ? 'lookup_failed' : 'lookup_unavailable';
      return { looked, at, verdict, because, values: { failure: outcome.reason } };
    }
  }
}
