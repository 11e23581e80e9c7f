/** The checker: every invariant, checked on the same evidence. */
import { checkCaps } from './caps.js';
import { checkChangedLimits, knownLimits } from './changed-limits.js';
import { findingsOf, type Evidence, type Violation } from './evidence.js';
import { checkFinalState } from './final-state.js';
import { checkFireOnce } from './fire-once.js';
import { checkNothingLeft } from './nothing-left.js';
import { checkOneAfterAnother } from './one-after-another.js';
import { checkOneEffect, acceptedSubmissions } from './one-effect.js';
import { checkOneSale } from './one-sale.js';
import { checkOneWinner } from './one-winner.js';
import { checkReports } from './reports.js';
import { checkReturns } from './returns.js';
import { checkTenantsApart } from './tenants-apart.js';
import { planOf } from './waiting.js';

/** The checker's result. */
export interface Verdict {
  readonly violations: readonly Violation[];
  readonly counts: Counts;
}

/** How much evidence the verdict is based on. */
export interface Counts {
  /** Requests that affiliates made. */
  readonly asked: number;
  /** Requests that were acknowledged. */
  readonly acknowledged: number;
  /** Answers that promised nothing, and missing answers; each request was repeated. */
  readonly refused: number;
  readonly unanswered: number;
  readonly submissions: number;
  /** Submissions by their final status. */
  readonly endings: Readonly<Record<string, number>>;
  /** Submissions that wait for an instant in the future. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Ledger lines of buyers, receivers and platforms, and the number of submissions that buyers accepted. */
  readonly calls: number;
  readonly accepted: number;
  /** Submissions that their buyer received more than once, under one key. */
  readonly repeated: number;
  readonly effects: number;
  /** Leads that were sold, and returns by their status. */
  readonly sales: number;
  readonly returns: Readonly<Record<string, number>>;
  /** Limits that changed during the run and let leads in, and those of them that were reached. */
  readonly changedLimits: { readonly used: number; readonly reached: number };
}

/** Judges a run. */
export function check(evidence: Evidence): Verdict {
  const findings = findingsOf(evidence);
  const violations = [
    checkFinalState,
    checkOneEffect,
    checkCaps,
    checkChangedLimits,
    checkTenantsApart,
    checkFireOnce,
    checkOneWinner,
    checkNothingLeft,
    checkOneAfterAnother,
    checkOneSale,
    checkReturns,
    checkReports,
  ].flatMap((examine) => examine(findings));
  const stories = [...findings.stories.values()];
  const used = knownLimits(findings);
  const did = (what: string) => evidence.client.filter((line) => line.did === what).length;
  return {
    violations,
    counts: {
      asked: findings.asked.size,
      acknowledged: new Set(findings.receipts.map(({ key }) => key)).size,
      refused: did('refused'),
      unanswered: did('unanswered'),
      submissions: stories.length,
      endings: tally(stories.map(({ endings }) => endings.at(-1)?.decision.kind)),
      waiting: tally(stories.map((story) => planOf(story, findings))),
      calls: evidence.buyer.length,
      accepted: acceptedSubmissions(findings),
      repeated: stories.filter(({ acceptedAt }) => [...acceptedAt.values()].some((times) => times > 1))
        .length,
      effects: evidence.database.effects.length,
      sales: evidence.database.ledger.filter(({ type }) => type === 'sale').length,
      returns: tally(evidence.database.returns.map(({ status }) => status)),
      changedLimits: {
        used: used.length,
        reached: used.filter(({ reached }) => reached).length,
      },
    },
  };
}

function tally(names: readonly (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
