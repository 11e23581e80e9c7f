/** A decision as text: the decision and, indented below it, the checks that led to it. */
import { moneyText } from '@sluice/contracts';
import type { Trace } from '@sluice/contracts';

/** The parts of a decision that are shown, as recorded or as the admin API returns it. */
export interface ShownDecision {
  readonly kind: string;
  readonly reason?: string | undefined;
  readonly campaignId?: unknown;
  /** What the buyer pays, for a lead that was delivered. */
  readonly price?: unknown;
  readonly currency?: unknown;
  readonly trace: Trace;
}

/** The lines of a decision under `heading`. */
export function decisionLines(heading: string, decision: ShownDecision): string[] {
  const reason = decision.reason === undefined ? '' : ` (${decision.reason})`;
  const target = typeof decision.campaignId === 'string' ? ` ${decision.campaignId}` : '';
  const { price, currency } = decision;
  const paid =
    typeof price !== 'number'
      ? ''
      : ` for ${typeof currency === 'string' ? moneyText(price, currency) : price}`;
  return [`  ${heading}: ${decision.kind}${target}${paid}${reason}`, ...traceLines(decision.trace, '    ')];
}

/** A trace as lines, each check indented below the one that it belongs to. */
export function traceLines(trace: Trace, indent: string): string[] {
  return trace.flatMap(({ looked, at: subject, verdict, because, values, of }) => [
    [
      `${indent}${looked}${subject === undefined ? '' : ` ${subject}`}: ${verdict}`,
      because === undefined ? '' : `, ${because}`,
      values === undefined ? '' : `  ${JSON.stringify(values)}`,
    ].join(''),
    ...traceLines(of ?? [], `${indent}  `),
  ]);
}
