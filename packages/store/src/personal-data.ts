/**
 * Which parts of a submission's documents are personal, and what remains when they are removed: when things happened,
 * what was decided, where the lead went and what was paid for it. Pure.
 */
import type { DecisionOf, Stage, Trace, TraceEntry } from '@sluice/contracts';
import type { AttemptOutcome, DeliveryAttempt } from './attempts.js';

// Our own reasons. Any other reason of a delivery may be the buyer's words, which may quote the lead.
const ownReason =
  /^(buyer_(rejected|duplicate|error)|http_\d{3}|unknown_outcome|duplicate_after_unknown_outcome|quarantined|no_(destination|route|capacity)|campaign_not_found|outside_hours|(client_)?[a-z]+_limit_full|duplicate_(phone|email)|destination_[a-z_]+|retries_spent|impossible|lease_ran_out|not_sent|buyer_has_it|buyer_does_not_have_it|placed_again|timeout|refused|reset|unreachable|dns|tls|too_large|malformed|blocked|erased)$/;

/** The decision without personal data. Its trace keeps each check with its verdict, and loses the values. */
export function impersonalDecision(stage: Stage, decision: DecisionOf[Stage]): Record<string, unknown> {
  const { claims: _claims, reason, trace, ...kept } = decision;
  const { reference: _reference, ...rest } = kept as typeof kept & { readonly reference?: string };
  return {
    ...rest,
    ...(reason !== undefined && { reason: stage === 'delivery' ? ownOrErased(reason) : reason }),
    trace: impersonalTrace(stage, trace),
  };
}

function impersonalTrace(stage: Stage, trace: Trace): readonly TraceEntry[] {
  return trace.map(({ looked, at, verdict, because, of }) => ({
    looked,
    ...(at !== undefined && { at }),
    verdict,
    ...(because !== undefined && { because: stage === 'delivery' ? ownOrErased(because) : because }),
    ...(of && { of: impersonalTrace(stage, of) }),
  }));
}

/** The personal fields of an attempt, reduced to whom we called and how it ended. */
export function impersonalAttempt({ url, outcome }: DeliveryAttempt): {
  readonly url: string;
  readonly outcome?: AttemptOutcome;
} {
  // A path or a query may have been built for this lead.
  const to = URL.canParse(url) && new URL(url).origin !== 'null' ? new URL(url).origin : url;
  if (!outcome) return { url: to };
  const { answer: _answer, reference: _reference, reason, ...kept } = outcome;
  return { url: to, outcome: { ...kept, ...(reason !== undefined && { reason: ownOrErased(reason) }) } };
}

/** Our own reason, or `erased` in place of any other. */
export function ownOrErased(reason: string): string {
  return ownReason.test(reason) ? reason : 'erased';
}
