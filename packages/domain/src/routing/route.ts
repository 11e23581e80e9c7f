/** Routing: which campaign's buyer a qualified lead goes to, how long it is held, or why it goes nowhere. */
import type { Campaign, RoutingDecision, TraceEntry, TraceVerdict } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { type Candidate, listCandidates } from './candidates.js';
import { askCampaign, type Conversation } from './conversation.js';
import { type CandidateVerdict, examine } from './examine.js';

/** Everything that routing depends on, besides the answers to its questions. */
export interface RoutingInput {
  readonly facts: LeadFacts;
  /** The campaign the submission was sent to. */
  readonly campaignId: string;
  /** How many times this submission was held before. */
  readonly generation: number;
  readonly tenantTimezone: string | undefined;
  /** Set for a retried delivery: only this campaign is considered, without rules and fallbacks. */
  readonly retryTo?: string;
  readonly now: Date;
}

/** The maximum number of campaigns considered for a lead. */
export const MAX_CANDIDATES = 10;

/**
 * Decides where a lead goes, asking questions (`RoutingQuestion`) on the way. Each campaign is examined once, at most
 * ten in total. Room that was granted is always the answer to the last question.
 */
export function* route(input: RoutingInput): Conversation<RoutingDecision> {
  const known = new Map<string, Campaign | undefined>();
  const trace: TraceEntry[] = input.generation > 0 ? [releaseTrace(input.generation)] : [];
  const waiting = [...(yield* firstCandidates(input, known, trace))];
  const lookedAt = new Set<string>();
  let lackedRoom = false;

  for (let candidate = waiting.shift(); candidate; candidate = waiting.shift()) {
    if (lookedAt.size >= MAX_CANDIDATES) {
      trace.push(candidateTrace(candidate, 'skipped', 'too_many_candidates'));
      break;
    }
    if ('campaignId' in candidate && lookedAt.has(candidate.campaignId)) {
      trace.push(candidateTrace(candidate, 'skipped', 'already_looked_at'));
      continue;
    }
    const campaign = yield* load(candidate, known);
    const code = campaign?.campaignId ?? candidateName(candidate);
    lookedAt.add(code);

    const looks: TraceEntry[] = [];
    const verdict = yield* examine(campaign, { ...input, mayDisqualify: mayDisqualify(input, code) }, looks);
    trace.push(verdictTrace(candidate, verdict, looks, code));
    const decision = decided(verdict, campaign, input.now, trace);
    if (decision) return decision;
    lackedRoom ||= verdict.kind !== 'unfit';
    if (verdict.kind === 'send_to' && input.retryTo === undefined) {
      waiting.unshift({ via: verdict.via, campaignId: verdict.campaignId });
    }
  }
  return lackedRoom
    ? { kind: 'rejected', reason: 'no_capacity', trace }
    : { kind: 'error', reason: 'no_route', trace };
}

function* firstCandidates(
  { facts, campaignId, retryTo }: RoutingInput,
  known: Map<string, Campaign | undefined>,
  trace: TraceEntry[],
): Conversation<readonly Candidate[]> {
  if (retryTo !== undefined) return [{ via: 'retry', campaignId: retryTo }];
  const own = yield* askCampaign({ kind: 'campaign', campaignId });
  known.set(campaignId, own);
  if (!own) return [{ via: 'own_campaign', campaignId }];
  const listed = listCandidates(own, facts);
  trace.push(...listed.trace);
  return listed.candidates;
}

function* load(
  candidate: Candidate,
  known: ReadonlyMap<string, Campaign | undefined>,
): Conversation<Campaign | undefined> {
  if (!('campaignId' in candidate)) {
    const { clientName, offerName } = candidate;
    return yield* askCampaign({ kind: 'campaign_of', clientName, offerName });
  }
  const { campaignId } = candidate;
  return known.has(campaignId) ? known.get(campaignId) : yield* askCampaign({ kind: 'campaign', campaignId });
}

// Qualification has already decided on the own campaign; a retried delivery skips qualification on purpose.
function mayDisqualify({ campaignId, retryTo }: RoutingInput, code: string): boolean {
  return retryTo === undefined && code !== campaignId;
}

function decided(
  verdict: CandidateVerdict,
  campaign: Campaign | undefined,
  now: Date,
  trace: readonly TraceEntry[],
): RoutingDecision | undefined {
  if (!campaign) return undefined;
  const { campaignId, clientId } = campaign;
  switch (verdict.kind) {
    case 'taken': {
      const terms = verdict.priceTerms && { priceTerms: verdict.priceTerms };
      return { kind: 'routed', campaignId, clientId, reservedAt: now, ...terms, trace };
    }
    case 'wait': {
      const { reason, until, waitsFor } = verdict;
      return { kind: 'held', reason, campaignId, until, waitsFor, trace };
    }
    case 'refuse':
      return { kind: 'rejected', reason: verdict.reason, trace };
    default:
      return undefined;
  }
}

const traceVerdicts: Record<CandidateVerdict['kind'], TraceVerdict> = {
  taken: 'chosen',
  wait: 'held',
  refuse: 'failed',
  pass_over: 'passed_over',
  send_to: 'passed_over',
  unfit: 'passed_over',
};

function verdictTrace(
  candidate: Candidate,
  verdict: CandidateVerdict,
  looks: readonly TraceEntry[],
  code: string,
): TraceEntry {
  const because = verdict.kind === 'taken' ? undefined : verdict.reason;
  const entry = candidateTrace(candidate, traceVerdicts[verdict.kind], because, code);
  const sentTo = verdict.kind === 'send_to' ? { sentTo: verdict.campaignId } : {};
  const until = verdict.kind === 'wait' ? { until: verdict.until.toISOString() } : {};
  return {
    ...entry,
    values: { ...entry.values, ...sentTo, ...until },
    ...(looks.length > 0 && { of: looks }),
  };
}

function candidateTrace(
  candidate: Candidate,
  verdict: TraceVerdict,
  because?: string,
  code?: string,
): TraceEntry {
  return {
    looked: 'candidate',
    at: code ?? candidateName(candidate),
    verdict,
    ...(because !== undefined && { because }),
    values: { via: candidate.via },
  };
}

function candidateName(candidate: Candidate): string {
  return 'campaignId' in candidate
    ? candidate.campaignId
    : `${candidate.clientName} / ${candidate.offerName}`;
}

function releaseTrace(generation: number): TraceEntry {
  return { looked: 'release', verdict: 'passed', values: { generation } };
}
