/**
 * Which parts of a submission's documents are personal, and what remains when they are removed: when things happened,
 * what was decided, where the lead went and what was paid for it. Pure.
 */
import { readOwnReason, type DecisionOf, type Stage, type Trace, type TraceEntry } from '@sluice/contracts';
import type { AttemptOutcome, DeliveryAttempt } from './attempts.js';

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

/** Our own reason, or `erased` in place of any other: that may be the buyer's words, which may quote the lead. */
export function ownOrErased(reason: string): string {
  return readOwnReason(reason) ? reason : 'erased';
}
