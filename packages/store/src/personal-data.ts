/**
 * What is personal in a submission's documents, and what is left when it is taken out: when things happened, what was
 * decided, where the lead went and what was paid for it. Pure.
 */
import type { DecisionOf, Stage, Trace, TraceEntry } from '@sluice/contracts';
import type { AttemptOutcome, DeliveryAttempt } from './attempts.js';

// Reasons of our own. Every other reason of a delivery may be the buyer's words, and these may quote the lead.
const ownReason =
  /^(buyer_(rejected|duplicate|error)|http_\d{3}|unknown_outcome|duplicate_after_unknown_outcome|quarantined|no_(destination|route|capacity)|campaign_not_found|outside_hours|(client_)?[a-z]+_limit_full|duplicate_(phone|email)|destination_[a-z_]+|retries_spent|impossible|lease_ran_out|buyer_has_it|buyer_does_not_have_it|placed_again|timeout|refused|reset|unreachable|dns|tls|too_large|malformed|blocked|erased)$/;

/** The decision as it may stay. Its trace keeps what was looked at with which verdict, and loses the values. */
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

/** The fields of an attempt that hold something personal, as they may stay: whom we called, and how it ended. */
export function impersonalAttempt({ url, outcome }: DeliveryAttempt): {
  readonly url: string;
  readonly outcome?: AttemptOutcome;
} {
  // A path or a query may have been made for this one lead.
  const to = URL.canParse(url) && new URL(url).origin !== 'null' ? new URL(url).origin : url;
  if (!outcome) return { url: to };
  const { answer: _answer, reference: _reference, reason, ...kept } = outcome;
  return { url: to, outcome: { ...kept, ...(reason !== undefined && { reason: ownOrErased(reason) }) } };
}

/** A reason as it may stay: our own, or the word that another one was here. */
export function ownOrErased(reason: string): string {
  return ownReason.test(reason) ? reason : 'erased';
}
