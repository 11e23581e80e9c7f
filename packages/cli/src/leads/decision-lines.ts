/** A decision for people to read: what was decided and, indented below it, on which looks. */
import type { Decision, Trace } from '@sluice/contracts';

/** The lines of a decision under `heading`. */
export function decisionLines(heading: string, decision: Decision): string[] {
  const reason = decision.reason === undefined ? '' : ` (${decision.reason})`;
  const target = 'campaignId' in decision ? ` ${decision.campaignId}` : '';
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
