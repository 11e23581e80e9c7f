/** A journey for people to read: what was decided, on which values, and why. */
import type { Effect, StandingDecision, Trace } from '@sluice/contracts';
import type { Journey, Passage } from '@sluice/store';

export function journeyText({ lead, passages, once }: Journey): string {
  const reason = lead.reason === undefined ? '' : ` (${lead.reason})`;
  return [
    `Lead ${lead.leadId}  campaign ${lead.campaignId}  status ${lead.status}${reason}${lead.isTest ? '  test' : ''}`,
    ...passages.map(passageText),
    ...(once.length > 0 ? [['Once for the lead', ...once.map(effectLine)].join('\n')] : []),
  ].join('\n\n');
}

function passageText({ submission, decisions, attempts, effects }: Passage): string {
  const lines = [
    `${submission.submissionId}  ${submission.kind} to ${submission.campaignId}, ${at(submission.acceptedAt)}: ${submission.status}`,
    ...decisions.flatMap(decisionLines),
  ];
  for (const { n, url, startedAt, outcome } of attempts) {
    const ended = outcome
      ? `${outcome.kind}${outcome.status === undefined ? '' : ` ${outcome.status}`} after ${outcome.durationMs} ms`
      : 'under way, or its worker died';
    lines.push(`  attempt ${n}  ${at(startedAt)}  ${url}: ${ended}`);
  }
  return [...lines, ...effects.map(effectLine)].join('\n');
}

function effectLine({ kind, trigger, status, attempts, reason }: Effect): string {
  const tries = attempts.length > 1 ? ` after ${attempts.length} tries` : '';
  return `  ${kind}  ${trigger}: ${status}${tries}${reason === undefined ? '' : ` (${reason})`}`;
}

function decisionLines({ stage, generation, decision, decidedAt }: StandingDecision): string[] {
  const name = generation > 0 ? `${stage} ${generation}` : stage;
  const reason = decision.reason === undefined ? '' : ` (${decision.reason})`;
  const target = 'campaignId' in decision ? ` ${decision.campaignId}` : '';
  return [
    `  ${name}  ${at(decidedAt)}: ${decision.kind}${target}${reason}`,
    ...traceLines(decision.trace, '    '),
  ];
}

// A trace as indented lines.
function traceLines(trace: Trace, indent: string): string[] {
  return trace.flatMap(({ looked, at: subject, verdict, because, values, of }) => [
    [
      `${indent}${looked}${subject === undefined ? '' : ` ${subject}`}: ${verdict}`,
      because === undefined ? '' : `, ${because}`,
      values === undefined ? '' : `  ${JSON.stringify(values)}`,
    ].join(''),
    ...traceLines(of ?? [], `${indent}  `),
  ]);
}

function at(time: Date): string {
  return time.toISOString();
}
