/** Which rules of a decision read a value as a number or a date, and whether they could. */
import type { ConditionOperator, Trace } from '@sluice/contracts';
import type { Unread } from './compare.js';

/** That a rule met a value: a condition of a campaign, told from others by its field and operator. */
export interface RuleReading {
  readonly campaignId: string;
  readonly field: string;
  readonly operator: string;
  readonly verdict: 'read' | Unread;
}

const reading: ReadonlySet<unknown> = new Set<ConditionOperator>([
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
  'between',
  'not_between',
  'before',
  'after',
  'within_last',
  'older_than',
  'age_at_least',
  'age_at_most',
]);

/** The values that rules met, by the trace of a decision; `campaignId` is the lead's campaign. Missing values are none. */
export function readingsIn(trace: Trace, campaignId: string): readonly RuleReading[] {
  const found: RuleReading[] = [];
  collect(trace, campaignId, found);
  return found;
}

function collect(trace: Trace, campaignId: string, found: RuleReading[]): void {
  for (const { looked, at, because, values, of } of trace) {
    const operator = values?.['operator'];
    if (looked === 'condition' && at !== undefined && reading.has(operator) && because !== 'field_missing') {
      const verdict = because === 'not_a_number' || because === 'not_a_date' ? because : 'read';
      found.push({ campaignId, field: at, operator: String(operator), verdict });
    }
    // A candidate is judged by the rules of its own campaign.
    if (of) collect(of, looked === 'candidate' && at !== undefined ? at : campaignId, found);
  }
}
