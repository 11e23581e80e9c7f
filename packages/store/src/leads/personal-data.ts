/**
 * Which parts of a submission's documents are personal, and what remains when they are removed: when things happened,
 * what was decided, where the lead went and what was paid for it. Pure.
 */
import {
  readOwnReason,
  type AskedBuyer,
  type DecisionOf,
  type Stage,
  type Trace,
  type TraceEntry,
} from '@sluice/contracts';
import type { AttemptOutcome, DeliveryAttempt } from '../journal/attempts.js';

/** The decision without personal data. Its trace keeps each check with its verdict, and loses the values. */
export function impersonalDecision<S extends Stage>(stage: S, decision: DecisionOf[S]): DecisionOf[S] {
  const { claims: _claims, lookups: _lookups, reason, trace, ...kept } = decision;
  const { reference: _reference, asked, ...rest } = kept as typeof kept & Partial<Quoting>;
  const impersonal: Record<string, unknown> = {
    ...rest,
    asked: asked?.map((buyer) => ({ ...buyer, reason: ownOrErased(buyer.reason) })),
    reason: reason !== undefined && mayQuote(stage) ? ownOrErased(reason) : reason,
    trace: impersonalTrace(stage, trace),
  };
  return impersonal as unknown as DecisionOf[S];
}

/** Fields of decisions that may hold a buyer's words. */
interface Quoting {
  readonly reference: string;
  readonly asked: readonly AskedBuyer[];
}

// Routing quotes the buyers that were asked before.
function mayQuote(stage: Stage): boolean {
  return stage === 'delivery' || stage === 'routing';
}

function impersonalTrace(stage: Stage, trace: Trace): readonly TraceEntry[] {
  return trace.map(({ looked, at, verdict, because, of }) => ({
    looked,
    at,
    verdict,
    because: because === undefined ? undefined : mayQuote(stage) ? ownOrErased(because) : because,
    of: of && impersonalTrace(stage, of),
  }));
}

/** Fields of attempts that may hold something personal. */
type QuotingAttempt = Pick<DeliveryAttempt, 'url' | 'outcome' | 'ending'>;

/** The personal fields of an attempt, reduced to whom we called and how it ended. */
export function impersonalAttempt({ url, outcome, ending }: QuotingAttempt): QuotingAttempt {
  // A path or a query may have been built for this lead.
  const to = URL.canParse(url) && new URL(url).origin !== 'null' ? new URL(url).origin : url;
  return {
    url: to,
    outcome: outcome && impersonalOutcome(outcome),
    ending: ending && impersonalDecision('delivery', ending),
  };
}

function impersonalOutcome(outcome: AttemptOutcome): AttemptOutcome {
  const { answer: _answer, reference: _reference, reason, ...kept } = outcome;
  return { ...kept, reason: reason === undefined ? undefined : ownOrErased(reason) };
}

/** Our own reason, or `erased` in place of any other: that may be the buyer's words, which may quote the lead. */
export function ownOrErased(reason: string): string {
  return readOwnReason(reason) ? reason : 'erased';
}
