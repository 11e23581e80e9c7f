/** Routing: which campaign's buyer a qualified lead goes to, how long it is held, or why it goes nowhere. */
import {
  reallyAsked,
  usualNextOn,
  type AskedBuyer,
  type Campaign,
  type OwnReason,
  type RoutingDecision,
  type TraceEntry,
} from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { endAfterAnswers, MAX_BUYERS } from './after-answers.js';
import type { RoutingAnswers } from './answers.js';
import { type Candidate, type GroupLeft, listCandidates } from './candidates.js';
import { type CandidateVerdict, examine } from './examine.js';
import { membersInOrder } from './groups.js';
import { firstToOpen, type Waiting } from './waiting.js';
import {
  askedBeforeTrace,
  beginningTrace,
  candidateName,
  candidateTrace,
  verdictTrace,
} from './route-trace.js';

/** Everything that routing depends on, besides what it asks. */
export interface RoutingInput {
  readonly facts: LeadFacts;
  /** The campaign the submission was sent to. */
  readonly campaignId: string;
  /** How many routing decisions about this submission were made before. */
  readonly generation: number;
  /** The buyers that it was routed to before, and that do not get it, in order. */
  readonly asked?: readonly AskedBuyer[];
  readonly tenantTimezone: string | undefined;
  /** Set for a retried delivery: only this campaign is considered, without rules, groups and fallbacks. */
  readonly retryTo?: string;
  /** Whether the submission itself says where it is delivered. */
  readonly hasOwnDestination?: boolean;
  /** When the lead came in. */
  readonly receivedAt?: Date;
  /** The campaign that it waited for before, because so many leads were on their way there. */
  readonly waitedFor?: string;
  readonly now: Date;
}

/** The maximum number of campaigns looked at in one decision; those asked before are not counted. */
export const MAX_CANDIDATES = 25;

/** What is known about the candidates so far. */
interface Search {
  readonly input: RoutingInput;
  readonly answers: RoutingAnswers;
  readonly asked: ReadonlyMap<string, AskedBuyer>;
  readonly known: Map<string, Campaign | undefined>;
  readonly lookedAt: Set<string>;
  readonly trace: TraceEntry[];
  /** Candidates that only lack a receiver that answers, by their codes. */
  readonly down: Map<string, Candidate>;
  /** The members of groups for which the lead could wait: the one that opens first, and what all of them lack. */
  waits?: Waiting;
  lackedRoom: boolean;
  lackedDestination: boolean;
  /** Why campaigns do not want this lead: whose it is, before all; else it is too old, or would earn too little. */
  unwanted?: OwnReason;
}

/**
 * Decides where a lead goes by what `answers` says, one question after the other. Each campaign is examined once, and
 * none whose buyer was asked before. Room that was granted is always the last answer. Rejects if an answer does.
 */
export async function route(input: RoutingInput, answers: RoutingAnswers): Promise<RoutingDecision> {
  const asked = input.asked ?? [];
  const search: Search = {
    input,
    answers,
    asked: new Map(asked.map((buyer) => [buyer.campaignId, buyer])),
    known: new Map(),
    lookedAt: new Set(),
    trace: beginningTrace(input),
    down: new Map(),
    lackedRoom: false,
    lackedDestination: false,
  };
  const own = input.retryTo === undefined ? await ownCampaign(search) : undefined;
  const nextOn = own?.distribution?.nextOn ?? usualNextOn;
  if (reallyAsked(asked).length >= MAX_BUYERS) search.trace.push(tooManyBuyers);
  else {
    const waiting = firstCandidates(search, own);
    const decision =
      (await firstTaker(search, waiting, nextOn.includes('failed'))) ?? (await firstOfDown(search));
    if (decision) return decision;
  }
  return nobody(search);
}

const tooManyBuyers: TraceEntry = { looked: 'candidates', verdict: 'skipped', because: 'too_many_buyers' };

async function ownCampaign({ input: { campaignId }, answers, known }: Search): Promise<Campaign | undefined> {
  const own = await answers.campaign(campaignId);
  known.set(campaignId, own);
  return own;
}

function firstCandidates(
  { input, trace }: Search,
  own: Campaign | undefined,
): readonly (Candidate | GroupLeft)[] {
  const { facts, campaignId, retryTo } = input;
  if (retryTo !== undefined) return [{ via: 'retry', campaignId: retryTo }];
  if (!own) return [{ via: 'own_campaign', campaignId }];
  const listed = listCandidates(own, facts);
  trace.push(...listed.trace);
  return listed.candidates;
}

/** The decision by the first of these candidates that takes the lead, keeps it waiting or refuses it. */
async function firstTaker(
  search: Search,
  candidates: readonly (Candidate | GroupLeft)[],
  avoidsDown: boolean,
): Promise<RoutingDecision | undefined> {
  const { input, answers, asked, lookedAt, trace } = search;
  const waiting = [...candidates];
  for (let candidate = waiting.shift(); candidate; candidate = waiting.shift()) {
    if ('left' in candidate) {
      const { campaignId, facts, tenantTimezone, now } = input;
      const inGroup = { campaignId, facts, tenantTimezone, now, asked, lookedAt, known: search.known };
      waiting.unshift(...(await membersInOrder(inGroup, candidate, answers)));
      continue;
    }
    const skipped = whySkipped(search, candidateName(candidate), candidate);
    if (skipped) trace.push(skipped);
    if (skipped?.because === 'too_many_candidates') break;
    if (skipped) continue;
    const campaign = await load(candidate, search);
    const code = campaign?.campaignId ?? candidateName(candidate);
    // Only now is it known which campaign the names of client and offer mean.
    const before = asked.get(code);
    if (before) {
      trace.push(askedBeforeTrace(candidate, before));
      continue;
    }
    lookedAt.add(code);

    const looks: TraceEntry[] = [];
    const looking = {
      facts: input.facts,
      tenantTimezone: input.tenantTimezone,
      now: input.now,
      receivedAt: input.receivedAt ?? input.now,
      hasOwnDestination: input.hasOwnDestination ?? false,
      mayDisqualify: mayDisqualify(input, code),
      avoidsDown,
      groupCount: candidate.count,
      minimum: candidate.minimum,
    };
    const verdict = await examine(campaign, looking, answers, looks);
    trace.push(verdictTrace(candidate, verdict, looks, code));
    note(search, candidate, verdict, code);
    const decision = decided(search, candidate, verdict, campaign);
    if (decision) return decision;
    if (candidate.count) await answers.giveBack(candidate.count, isAway(verdict));
    if (verdict.kind === 'send_to' && input.retryTo === undefined && candidate.via !== 'group')
      waiting.unshift({ via: verdict.via, campaignId: verdict.campaignId });
  }
  return undefined;
}

// If nobody else is left, the first of those that do not answer gets it all the same.
async function firstOfDown(search: Search): Promise<RoutingDecision | undefined> {
  for (const campaignId of search.down.keys()) search.lookedAt.delete(campaignId);
  return firstTaker(search, [...search.down.values()], false);
}

function whySkipped({ asked, lookedAt }: Search, name: string, candidate: Candidate): TraceEntry | undefined {
  const before = asked.get(name);
  if (before) return askedBeforeTrace(candidate, before);
  if (lookedAt.size >= MAX_CANDIDATES) return candidateTrace(candidate, 'skipped', 'too_many_candidates');
  return lookedAt.has(name) ? candidateTrace(candidate, 'skipped', 'already_looked_at') : undefined;
}

async function load(candidate: Candidate, { answers, known }: Search): Promise<Campaign | undefined> {
  if (!('campaignId' in candidate)) return answers.campaignOf(candidate.clientName, candidate.offerName);
  const { campaignId } = candidate;
  return known.has(campaignId) ? known.get(campaignId) : answers.campaign(campaignId);
}

// Qualification has already decided on the own campaign; a retried delivery skips qualification on purpose.
function mayDisqualify({ campaignId, retryTo }: RoutingInput, code: string): boolean {
  return retryTo === undefined && code !== campaignId;
}

// Not what it is, but where it comes from or whose it is.
const barred: ReadonlySet<OwnReason> = new Set<OwnReason>([
  'supplier_not_allowed',
  'suppressed_for_client',
  'duplicate_for_client',
]);
const notWanting: ReadonlySet<OwnReason> = new Set<OwnReason>(['too_old', 'below_minimum']);
const switchedOff: ReadonlySet<OwnReason> = new Set<OwnReason>([
  'inactive',
  'archived',
  'client_inactive',
  'client_archived',
]);

// Whether it takes no leads at the moment, whatever lead it is.
function isAway(verdict: CandidateVerdict): boolean {
  if (verdict.kind === 'fits') return false;
  return verdict.kind === 'unfit' ? switchedOff.has(verdict.reason) : !verdict.isTooDear;
}

function note(search: Search, candidate: Candidate, verdict: CandidateVerdict, campaignId: string): void {
  if (verdict.kind === 'unfit') {
    if (verdict.reason === 'no_destination') search.lackedDestination = true;
    if (barred.has(verdict.reason)) search.unwanted = 'no_buyer';
    else if (notWanting.has(verdict.reason) && search.unwanted !== 'no_buyer')
      search.unwanted = verdict.reason;
    if (verdict.reason === 'receiver_down') search.down.set(campaignId, candidate);
    return;
  }
  search.lackedRoom ||= verdict.kind !== 'fits';
  if (verdict.kind !== 'wait' || candidate.via !== 'group') return;
  search.waits = firstToOpen(search.waits, { ...verdict, campaignId });
}

// A member of a group that has no room, or refuses, only drops out.
function decided(
  { input, trace, waits }: Search,
  candidate: Candidate,
  verdict: CandidateVerdict,
  campaign: Campaign | undefined,
): RoutingDecision | undefined {
  if (!campaign) return undefined;
  const { campaignId, clientId } = campaign;
  if (verdict.kind === 'fits') {
    const terms = verdict.priceTerms && { priceTerms: verdict.priceTerms };
    const inGroup = candidate.count && { groupCount: candidate.count.name };
    const placement = { campaignId, clientId, reservedAt: input.now, ...terms, ...inGroup };
    return { kind: 'routed', ...placement, ...askedBefore(input), trace };
  }
  if (candidate.via === 'group') return undefined;
  if (verdict.kind === 'wait') return held(input, firstToOpen(waits, { ...verdict, campaignId }), trace);
  if (verdict.kind !== 'refuse') return undefined;
  if (waits) return held(input, waits, trace);
  const { asked = [] } = input;
  return reallyAsked(asked).length > 0
    ? { ...endAfterAnswers(asked), trace }
    : { kind: 'rejected', reason: verdict.reason, trace };
}

function held(
  input: RoutingInput,
  { reason, campaignId, until, waitsFor, needs }: Waiting,
  trace: readonly TraceEntry[],
): RoutingDecision {
  const waiting = { until, waitsFor, needs };
  return { kind: 'held', reason, campaignId, ...waiting, ...askedBefore(input), trace };
}

function askedBefore({ asked = [] }: RoutingInput): { readonly asked?: readonly AskedBuyer[] } {
  return asked.length === 0 ? {} : { asked };
}

function nobody({ input, trace, waits, lackedRoom, lackedDestination, unwanted }: Search): RoutingDecision {
  if (waits) return held(input, waits, trace);
  const { asked = [] } = input;
  if (reallyAsked(asked).length > 0) return { ...endAfterAnswers(asked), trace };
  if (lackedRoom) return { kind: 'rejected', reason: 'no_capacity', trace };
  // What is left are buyers that were skipped because of the lead's certificate.
  const noBuyer = asked.length > 0 ? 'no_buyer' : unwanted;
  if (noBuyer) return { kind: 'rejected', reason: noBuyer, trace };
  return { kind: 'error', reason: lackedDestination ? 'no_destination' : 'no_route', trace };
}
