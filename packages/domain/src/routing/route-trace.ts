/** What routing writes into its trace: how it began, and what became of each candidate. */
import { reallyAsked, type AskedBuyer, type TraceEntry, type TraceVerdict } from '@sluice/contracts';
import type { Candidate } from './candidates.js';
import type { CandidateVerdict } from './examine.js';

const verdicts: Record<CandidateVerdict['kind'], TraceVerdict> = {
  fits: 'chosen',
  wait: 'held',
  refuse: 'failed',
  pass_over: 'passed_over',
  send_to: 'passed_over',
  unfit: 'passed_over',
};

/** How the decision began: after a hold, after a buyer's no, after a wait for a campaign, or without anything before it. */
export function beginningTrace({
  waitedFor,
  ...before
}: Beginning & { readonly waitedFor?: string }): TraceEntry[] {
  const waited: TraceEntry[] =
    waitedFor === undefined ? [] : [{ looked: 'on_the_way', at: waitedFor, verdict: 'passed' }];
  return [...decisionBefore(before), ...waited];
}

interface Beginning {
  readonly generation: number;
  readonly asked?: readonly AskedBuyer[];
}

function decisionBefore({ generation, asked = [] }: Beginning): TraceEntry[] {
  const last = asked.at(-1);
  if (last) {
    const { campaignId, outcome, reason } = last;
    const values = { outcome, reason, buyersAsked: reallyAsked(asked).length };
    return [{ looked: 'answer', at: campaignId, verdict: 'failed', values }];
  }
  return generation > 0 ? [{ looked: 'release', verdict: 'passed', values: { generation } }] : [];
}

/** The entry of a candidate that was examined; `looks` are the checks. */
export function verdictTrace(
  candidate: Candidate,
  verdict: CandidateVerdict,
  looks: readonly TraceEntry[],
  code: string,
): TraceEntry {
  const because = verdict.kind === 'fits' ? undefined : verdict.reason;
  // The members of a group do not decide, except the one that takes the lead.
  const isOver = candidate.via === 'group' && verdict.kind !== 'fits';
  const entry = candidateTrace(candidate, isOver ? 'passed_over' : verdicts[verdict.kind], because, code);
  const sentTo = verdict.kind === 'send_to' && !isOver ? { sentTo: verdict.campaignId } : {};
  const until = verdict.kind === 'wait' ? { until: verdict.until.toISOString() } : {};
  return {
    ...entry,
    values: { ...entry.values, ...sentTo, ...until },
    ...(looks.length > 0 && { of: looks }),
  };
}

/** The entry of a candidate that the lead was routed to before. */
export function askedBeforeTrace(candidate: Candidate, before: AskedBuyer): TraceEntry {
  const { campaignId, outcome, reason } = before;
  return outcome === 'skipped'
    ? candidateTrace(candidate, 'passed_over', reason, campaignId)
    : candidateTrace(candidate, 'passed_over', 'already_asked', campaignId, before);
}

/** The entry of a candidate; with `answered`, what its buyer said before. */
export function candidateTrace(
  candidate: Candidate,
  verdict: TraceVerdict,
  because?: string,
  code?: string,
  answered?: AskedBuyer,
): TraceEntry {
  const { via, group, rank } = candidate;
  return {
    looked: 'candidate',
    at: code ?? candidateName(candidate),
    verdict,
    because,
    values: {
      via,
      ...(group !== undefined && { group }),
      ...rank,
      ...(answered && { outcome: answered.outcome, reason: answered.reason }),
    },
  };
}

/** A candidate's code, or the names of client and offer. */
export function candidateName(candidate: Candidate): string {
  return 'campaignId' in candidate
    ? candidate.campaignId
    : `${candidate.clientName} / ${candidate.offerName}`;
}
