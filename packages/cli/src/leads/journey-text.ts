/** A journey for people to read: what was decided, on which values, and why. */
import type { Effect, StandingDecision } from '@sluice/contracts';
import type { Journey, Passage } from '@sluice/store';
import { decisionLines } from './decision-lines.js';

/** A journey, and when its personal data was erased. */
interface ToldJourney extends Journey {
  readonly erasedAt?: Date;
}

export function journeyText({ lead, passages, once, erasedAt }: ToldJourney): string {
  return [
    `Lead ${lead.leadId}  campaign ${lead.campaignId}  status ${because(lead)}${lead.isTest ? '  test' : ''}`,
    ...(erasedAt ? [`Its personal data was erased, ${at(erasedAt)}`] : []),
    ...passages.map(passageText),
    ...(once.length > 0 ? [['Once for the lead', ...once.map(effectLine)].join('\n')] : []),
  ].join('\n\n');
}

function passageText({ submission, decisions, attempts, effects }: Passage): string {
  const lines = [
    `${submission.submissionId}  ${submission.kind} to ${submission.campaignId}, ${at(submission.acceptedAt)}: ${because(submission)}`,
    ...decisions.flatMap(standingLines),
  ];
  for (const { n, url, startedAt, outcome, ending } of attempts) {
    const ended = outcome
      ? `${outcome.kind}${outcome.status === undefined ? '' : ` ${outcome.status}`} after ${outcome.durationMs} ms`
      : 'under way, or its worker died';
    lines.push(`  attempt ${n}  ${at(startedAt)}  ${ending ? 'called off' : `${url}: ${ended}`}`);
  }
  return [...lines, ...effects.map(effectLine)].join('\n');
}

function effectLine({ kind, trigger, status, attempts, reason }: Effect): string {
  const tries = attempts.length > 1 ? ` after ${attempts.length} tries` : '';
  return `  ${kind}  ${trigger}: ${status}${tries}${reason === undefined ? '' : ` (${reason})`}`;
}

function standingLines({ stage, generation, decision, decidedAt }: StandingDecision): string[] {
  const name = generation > 0 ? `${stage} ${generation}` : stage;
  return decisionLines(`${name}  ${at(decidedAt)}`, decision);
}

function at(time: Date): string {
  return time.toISOString();
}

function because({ status, reason }: { readonly status: string; readonly reason?: string }): string {
  return reason === undefined ? status : `${status} (${reason})`;
}
