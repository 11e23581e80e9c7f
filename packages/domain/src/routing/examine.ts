/** Examines one candidate: whether it is active, accepts this lead, and has room. */
import type { Campaign, PriceTerms, TraceEntry } from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { minorUnits } from '../money/minor-units.js';
import { DEFAULT_CURRENCY, priceTerms } from '../money/price.js';
import { isByClient } from '../qualification/dedupe.js';
import { evaluateDisqualification } from '../qualification/disqualification.js';
import { dedupeTrace, suppressionTrace } from '../qualification/qualify.js';
import type { RoutingAnswers } from './answers.js';
import { outOfUseReason } from './in-use.js';
import { otherBudgetCurrencies, type Count } from './limits.js';
import { receiverProblem, type ReceiverInput } from './receiver.js';
import { findRoom, type RoomVerdict } from './room.js';
import { takesSupplier } from './takes-supplier.js';

/** The verdict on a candidate. */
export type CandidateVerdict =
  | Exclude<RoomVerdict, { readonly kind: 'fits' }>
  /** It takes the lead on these terms; without terms, only a price in the buyer's answer counts. */
  | { readonly kind: 'fits'; readonly priceTerms?: PriceTerms };

/** What a candidate is examined with. */
export interface CandidateInput extends ReceiverInput {
  readonly facts: LeadFacts;
  readonly tenantTimezone: string | undefined;
  readonly now: Date;
  /** False if qualification has already evaluated this campaign's groups, or was skipped on purpose. */
  readonly mayDisqualify: boolean;
  /** When the lead came in. */
  readonly receivedAt: Date;
  /** What its group counts for the candidate, if members take turns. */
  readonly groupCount?: Count;
  /** What the lead has to earn there. */
  readonly minimum?: { readonly amount: number; readonly currency: string };
}

/** Decides on one candidate and adds each check to `trace`. */
export async function examine(
  campaign: Campaign | undefined,
  input: CandidateInput,
  answers: RoutingAnswers,
  trace: TraceEntry[],
): Promise<CandidateVerdict> {
  const { facts, tenantTimezone, now, mayDisqualify } = input;
  if (!campaign) return { kind: 'unfit', reason: 'campaign_not_found' };
  const outOfUse = outOfUseReason(campaign);
  if (outOfUse) return { kind: 'unfit', reason: outOfUse };

  if (!takesSupplier(campaign, facts)) return { kind: 'unfit', reason: 'supplier_not_allowed' };
  if (isTooOld(campaign, input)) return { kind: 'unfit', reason: 'too_old' };

  if (mayDisqualify) {
    const disqualification = evaluateDisqualification(campaign, facts);
    trace.push(...disqualification.trace);
    if (disqualification.disqualified) return { kind: 'unfit', reason: 'disqualifying_condition' };
  }

  const client = await answers.client(campaign.clientId);
  if (!client) return { kind: 'unfit', reason: 'client_not_found' };
  const clientOutOfUse = outOfUseReason(client);
  if (clientOutOfUse) return { kind: 'unfit', reason: `client_${clientOutOfUse}` };

  const { terms, trace: priceTrace } = priceTerms(campaign, client, facts);
  trace.push(...priceTrace);
  if (earnsLess(terms, input.minimum)) return { kind: 'unfit', reason: 'below_minimum' };
  const lacks = await receiverProblem(campaign, client, input, answers, trace);
  // More room would not help; a receiver that is down may answer again.
  if (lacks === 'no_destination') return { kind: 'unfit', reason: lacks };
  const { groupCount } = input;
  const expected = expectedOf(terms);
  const own = { campaign, client, tenantTimezone, now, isTest: facts.isTest, expected };
  if (otherBudgetCurrencies(campaign, client).length > 0)
    return { kind: 'unfit', reason: 'currency_differs' };
  const suppression = await answers.suppressedFor?.(client);
  if (suppression) trace.push(suppressionTrace(suppression));
  if (suppression?.kind === 'listed') return { kind: 'unfit', reason: 'suppressed_for_client' };
  if (isByClient(campaign)) {
    const dedupe = await answers.duplicateFor(campaign, client);
    trace.push(dedupeTrace(dedupe));
    if (dedupe.kind === 'duplicate') return { kind: 'unfit', reason: 'duplicate_for_client' };
  }
  const place = groupCount ? { ...own, groupCount } : own;
  const room = await findRoom(lacks ? { ...place, lacks } : place, answers, trace);
  return room.kind === 'fits' && terms ? { ...room, priceTerms: terms } : room;
}

function isTooOld({ maxAgeMinutes }: Campaign, { receivedAt, now }: CandidateInput): boolean {
  return maxAgeMinutes !== undefined && now.getTime() - receivedAt.getTime() > maxAgeMinutes * 60_000;
}

function expectedOf(terms: PriceTerms | undefined): Count['expected'] {
  if (terms?.expectedMinor === undefined) return undefined;
  return { currency: terms.currency, minor: terms.expectedMinor };
}

function earnsLess(terms: PriceTerms | undefined, minimum: CandidateInput['minimum']): boolean {
  if (!minimum) return false;
  const { currency, expectedMinor = 0 } = terms ?? { currency: DEFAULT_CURRENCY };
  return currency !== minimum.currency || expectedMinor < (minorUnits(minimum.amount, currency) ?? 0);
}
