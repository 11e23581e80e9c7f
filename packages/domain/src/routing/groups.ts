/** The members of a group as candidates, in the order of the group's method. */
import {
  groupName,
  type AskedBuyer,
  type Campaign,
  type DistributionGroup,
  type PriceTerms,
} from '@sluice/contracts';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { decimalAmount } from '../money/minor-units.js';
import { priceTerms } from '../money/price.js';
import type { RoutingAnswers } from './answers.js';
import type { Candidate, GroupLeft, MemberRank } from './candidates.js';
import { groupCount } from './limits.js';

/** What the order of members depends on. */
export interface GroupInput {
  /** The campaign whose group it is. */
  readonly campaignId: string;
  readonly facts: LeadFacts;
  readonly tenantTimezone: string | undefined;
  readonly now: Date;
  readonly asked: ReadonlyMap<string, AskedBuyer>;
  readonly lookedAt: ReadonlySet<string>;
  readonly known: Map<string, Campaign | undefined>;
}

/** The next members of a group, and what is left of it after them. */
export async function membersInOrder(
  input: GroupInput,
  { group, left }: GroupLeft,
  answers: RoutingAnswers,
): Promise<readonly (Candidate | GroupLeft)[]> {
  switch (group.method) {
    case 'priority':
      return left.map(({ campaignId }) => ({ ...memberOf(group, campaignId), rank: { method: 'priority' } }));
    case 'highest_price':
      return byPrice(input, { group, left }, answers);
    case 'weighted':
    case 'round_robin':
      return nextTurn(input, { group, left }, answers);
  }
}

function memberOf({ name, minimumPrice, currency }: DistributionGroup, campaignId: string): Candidate {
  const least = minimumPrice === undefined ? {} : { minimum: { amount: minimumPrice, currency } };
  return { via: 'group', group: name, campaignId, ...least };
}

async function nextTurn(
  { campaignId: of, facts, tenantTimezone, now, asked, lookedAt }: GroupInput,
  { group, left }: GroupLeft,
  answers: RoutingAnswers,
): Promise<readonly (Candidate | GroupLeft)[]> {
  // Those asked or looked at before are only mentioned; it is not their turn.
  const isOver = ({ campaignId }: { readonly campaignId: string }) =>
    asked.has(campaignId) || lookedAt.has(campaignId);
  const over = left.filter(isOver);
  const open = left.filter((member) => !isOver(member));
  const mentioned = over.map(({ campaignId }) => memberOf(group, campaignId));
  if (open.length === 0) return mentioned;
  const members = open.map(({ campaignId, weight }) => ({
    count: groupCount({ group: groupName(of, group.name), memberId: campaignId }, tenantTimezone, now),
    weight: group.method === 'weighted' ? weight : 1,
  }));
  const { at, ratios } = await answers.turn(members, facts.isTest);
  const chosen = open[at];
  if (!chosen) return mentioned;
  const count = members[at]?.count;
  const rank: MemberRank = {
    method: group.method === 'weighted' ? 'weighted' : 'round_robin',
    ratio: Math.round((ratios[at] ?? 0) * 1000) / 1000,
  };
  const turn = {
    ...memberOf(group, chosen.campaignId),
    rank,
    ...(count && !facts.isTest && { count }),
  };
  return [...mentioned, turn, { group, left: open.filter((_, index) => index !== at) }];
}

async function byPrice(
  input: GroupInput,
  { group, left }: GroupLeft,
  answers: RoutingAnswers,
): Promise<readonly Candidate[]> {
  const priced: { readonly campaignId: string; readonly terms: PriceTerms | undefined }[] = [];
  for (const { campaignId } of left)
    priced.push({ campaignId, terms: await termsOf(input, campaignId, answers) });
  // Amounts of another currency cannot be compared.
  const currency = priced.find(({ terms }) => terms?.expectedMinor !== undefined)?.terms?.currency;
  const minor = (terms: PriceTerms | undefined) =>
    terms?.currency === currency ? (terms?.expectedMinor ?? 0) : 0;
  return priced
    .toSorted((a, b) => minor(b.terms) - minor(a.terms))
    .map(({ campaignId, terms }) => ({
      ...memberOf(group, campaignId),
      rank: {
        method: 'highest_price',
        price: currency === undefined ? 0 : decimalAmount(minor(terms), currency),
        currency,
      },
    }));
}

async function termsOf(
  { facts, known }: GroupInput,
  campaignId: string,
  answers: RoutingAnswers,
): Promise<PriceTerms | undefined> {
  const campaign = known.has(campaignId) ? known.get(campaignId) : await answers.campaign(campaignId);
  known.set(campaignId, campaign);
  const client = campaign && (await answers.client(campaign.clientId));
  return campaign && client ? priceTerms(campaign, client, facts).terms : undefined;
}
