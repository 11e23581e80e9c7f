/** A decision for people to read: what was decided and, indented below it, on which looks. */
import type { Trace } from '@sluice/contracts';

/** What is shown of a decision, as it is recorded or as the admin API answers it. */
export interface ShownDecision {
  readonly kind: string;
  readonly reason?: string | undefined;
  readonly campaignId?: unknown;
  readonly trace: Trace;
}

/** The lines of a decision under `heading`. */
export function decisionLines(heading: string, decision: ShownDecision): string[] {
  const reason = decision.reason === undefined ? '' : ` (${decision.reason})`;
  const target = typeof decision.campaignId === 'string' ? ` ${decision.campaignId}` : '';
  return [`  ${heading}: ${decision.kind}${target}${reason}`, ...traceLines(decision.trace, '    ')];
}

/** A trace as lines, each look deeper than the one it belongs to. */
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
