/** A journey as text: the decisions, their values and their reasons. */
import type { Effect, FileReference, RecordedDecision } from '@sluice/contracts';
import type { LeadHistory, NextAttempt, WaitAtCampaign } from '@sluice/pipeline';
import type { SubmissionJourney } from '@sluice/store';
import { decisionLines, traceLines } from './decision-lines.js';

/** A lead's history without what was said to it, and its files without their links. */
export interface ShownJourney extends Omit<LeadHistory, 'interactions' | 'files'> {
  readonly files: readonly Pick<FileReference, 'fileKey' | 'status' | 'provider' | 'updatedAt'>[];
}

export function journeyText({
  lead,
  submissions,
  once,
  messages,
  files,
  erasedAt,
  waits,
  nextAttempt,
}: ShownJourney): string {
  return [
    `Lead ${lead.leadId}  campaign ${lead.campaignId}  status ${because(lead)}${lead.isTest ? '  test' : ''}`,
    ...(erasedAt ? [`Its personal data was erased, ${at(erasedAt)}`] : []),
    ...submissions.map(submissionText),
    ...(waits ? [waitText(waits)] : []),
    ...(nextAttempt ? [nextAttemptText(nextAttempt)] : []),
    ...(once.length > 0 ? [['Once for the lead', ...once.flatMap(effectLines)].join('\n')] : []),
    ...(messages.length > 0 ? [['Messages', ...messages.flatMap(effectLines)].join('\n')] : []),
    ...(files.length > 0 ? [['Files', ...files.map(fileLine)].join('\n')] : []),
  ].join('\n\n');
}

function waitText({ submissionId, campaignId, onTheWay }: WaitAtCampaign): string {
  return `${submissionId} waits until campaign ${campaignId} takes more leads: ${onTheWay} are on their way to its buyer`;
}

function nextAttemptText({ submissionId, campaignId, n, at: when, because }: NextAttempt): string {
  const why = because === 'circuit_open' ? ', once the circuit of its buyer is no longer open' : '';
  return `${submissionId} waits for attempt ${n} to deliver it to campaign ${campaignId}, ${at(when)}${why}`;
}

function fileLine({ fileKey, status, provider, updatedAt }: ShownJourney['files'][number]): string {
  return `  ${fileKey}  ${provider}, ${updatedAt}: ${status}`;
}

function submissionText({ submission, decisions, attempts, effects }: SubmissionJourney): string {
  const lines = [
    `${submission.submissionId}  ${submission.kind} to ${submission.campaignId}, ${at(submission.acceptedAt)}: ${because(submission)}`,
    ...decisions.flatMap(decisionLinesOf),
  ];
  for (const { n, generation, url, startedAt, outcome, ending } of attempts) {
    const ended = outcome
      ? `${outcome.kind}${outcome.status === undefined ? '' : ` ${outcome.status}`} after ${outcome.durationMs} ms`
      : 'in progress, or its worker died';
    const buyer = buyerOf(decisions, generation);
    const made = `attempt ${n}${buyer === undefined ? '' : ` at ${buyer}`}`;
    lines.push(`  ${made}  ${at(startedAt)}  ${ending ? 'cancelled' : `${url}: ${ended}`}`);
  }
  return [...lines, ...effects.flatMap(effectLines)].join('\n');
}

// The campaign that this generation of routing chose.
function buyerOf(decisions: readonly RecordedDecision[], generation: number): string | undefined {
  const { decision } =
    decisions.find((one) => one.generation === generation && one.decision.kind === 'routed') ?? {};
  return decision?.kind === 'routed' ? decision.campaignId : undefined;
}

function effectLines({ kind, trigger, status, attempts, reason, trace = [] }: Effect): string[] {
  const tries = attempts.length > 1 ? ` after ${attempts.length} attempts` : '';
  return [
    `  ${kind}  ${trigger}: ${status}${tries}${reason === undefined ? '' : ` (${reason})`}`,
    ...traceLines([...trace, ...(attempts.at(-1)?.trace ?? [])], '    '),
  ];
}

function decisionLinesOf({ stage, generation, decision, decidedAt }: RecordedDecision): string[] {
  const name = generation > 0 ? `${stage} ${generation}` : stage;
  return decisionLines(`${name}  ${at(decidedAt)}`, decision);
}

function at(time: Date): string {
  return time.toISOString();
}

function because({ status, reason }: { readonly status: string; readonly reason?: string }): string {
  return reason === undefined ? status : `${status} (${reason})`;
}
