/** The checker: every invariant, checked on the same evidence (docs/project/reliability.md lists them). */
import { checkCaps } from './caps.js';
import { checkEffects } from './effects.js';
import { findingsOf, isAccept, sums, type Evidence, type Findings, type Problem } from './evidence.js';
import { checkFinalState } from './final-state.js';
import { checkNothingLeft } from './nothing-left.js';
import { checkOneEffect } from './one-effect.js';
import { checkOneSale } from './one-sale.js';
import { checkReports } from './reports.js';
import { checkReturns } from './returns.js';

const checks: Readonly<Record<string, (findings: Findings) => readonly Problem[]>> = {
  I1: checkFinalState,
  I2: checkOneEffect,
  I3: checkCaps,
  I4: checkEffects,
  I5: checkNothingLeft,
  I6: checkOneSale,
  I7: checkReturns,
  I8: checkReports,
};

/** A broken promise. */
export type Violation = Problem & { readonly invariant: string };

/** The checker's result. */
export type Verdict = ReturnType<typeof check>;

/** Judges a run, and says how much evidence the verdict is based on. */
export function check(evidence: Evidence) {
  const findings = findingsOf(evidence);
  const violations = Object.entries(checks).flatMap(([invariant, examine]) =>
    examine(findings).map((problem): Violation => ({ invariant, ...problem })),
  );
  const { asked, buyer, database } = evidence;
  const stories = [...findings.stories.values()];
  return {
    violations,
    counts: {
      asked: asked.length,
      acknowledged: asked.filter(({ receipt }) => receipt !== undefined).length,
      /** By how they ended, or what was decided last about those that wait. */
      endings: tally(stories.map(({ ending, decisions }) => (ending ?? decisions.at(-1)?.decision)?.kind)),
      /** What buyers, receivers and platforms got, and the submissions that buyers accepted. */
      calls: buyer.length,
      accepted: new Set(buyer.filter(isAccept).map(({ key }) => key)).size,
      effects: database.effects.length,
      sales: database.ledger.filter(({ type }) => type === 'sale').length,
      returns: tally(database.returns.map(({ status }) => status)),
    },
  };
}

function tally(names: readonly (string | undefined)[]): Readonly<Record<string, number>> {
  return Object.fromEntries(sums(names.map((name = 'none') => [name, 1])));
}
