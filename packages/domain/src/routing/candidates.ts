/** The campaigns that may take a lead, in the order in which they are tried. */
import type { Campaign, DistributionGroup, RoutingRule, Trace, TraceEntry } from '@sluice/contracts';
import { evaluateGroup } from '../conditions/evaluate-group.js';
import type { LeadFacts } from '../conditions/lead-facts.js';
import type { MemberCount } from './limits.js';
import { takesSupplier } from './takes-supplier.js';

/** How a campaign came to be a candidate. */
export type CandidateSource =
  | 'routing_rule'
  | 'group'
  | 'own_campaign'
  | 'fallback'
  | 'limit'
  | 'schedule'
  | 'retry';

/** A campaign that may be tried for the lead: identified by its code, or by the names of client and offer. */
export type Candidate = {
  readonly via: CandidateSource;
  /** The group that it is a member of, and what its place there depends on. */
  readonly group?: string;
  readonly rank?: MemberRank;
  /** What the group counts for it, if its members take turns. */
  readonly count?: MemberCount;
  /** What the lead has to earn there. */
  readonly minimum?: { readonly amount: number; readonly currency: string };
} & ({ readonly campaignId: string } | { readonly clientName: string; readonly offerName: string });

/** Why a member of a group is tried when it is: the group's method, and the number that it goes by. */
export type MemberRank =
  | { readonly method: 'priority' }
  | { readonly method: 'highest_price'; readonly price: number; readonly currency?: string }
  /** What the member has taken, divided by its weight. */
  | { readonly method: 'weighted' | 'round_robin'; readonly ratio: number };

/** A group of which these members were not offered the lead yet. */
export interface GroupLeft {
  readonly group: DistributionGroup;
  readonly left: DistributionGroup['members'];
}

/**
 * Lists the candidates of a lead: the target of the first matching routing rule, the members of its campaign's groups or
 * else the campaign itself, and its fallbacks. Without automatic routing the rules are left out. The trace names the
 * rules that were evaluated.
 */
export function listCandidates(
  own: Campaign,
  facts: LeadFacts,
): { readonly candidates: readonly (Candidate | GroupLeft)[]; readonly trace: Trace } {
  const { target, trace } = matchRoutingRules(own, facts);
  const candidates: (Candidate | GroupLeft)[] = [
    ...(target ? [target] : []),
    ...groupsOrSelf(own, facts),
    ...(own.fallbackCampaigns ?? []).map((campaignId) => ({ via: 'fallback', campaignId }) as const),
  ];
  return { candidates, trace };
}

// A campaign that distributes its leads takes one itself only as a member of a group. Of a supplier that it does not take
// it distributes none: it is passed over with all its groups.
function groupsOrSelf(own: Campaign, facts: LeadFacts): readonly (Candidate | GroupLeft)[] {
  const { campaignId, distribution } = own;
  const groups = distribution?.groups ?? [];
  if (groups.length === 0 || !takesSupplier(own, facts)) return [{ via: 'own_campaign', campaignId }];
  return groups.map((group) => ({ group, left: group.members }));
}

/**
 * Whether a lead that was sent to this campaign is offered to it first, whatever the lead: no active rule and no group
 * comes before it, and it takes leads of every supplier.
 */
export function isOwnFirst({ distribution, routingRules = [], settings, suppliers }: Campaign): boolean {
  const hasRules =
    settings?.autoRoutingEnabled !== false && routingRules.some(({ active }) => active !== false);
  return !hasRules && !suppliers && (distribution?.groups ?? []).length === 0;
}

function membersOf({ name, members }: DistributionGroup): readonly Candidate[] {
  return members.map(({ campaignId }) => ({ via: 'group', group: name, campaignId }));
}

function matchRoutingRules(
  { routingRules = [], settings }: Campaign,
  facts: LeadFacts,
): { readonly target?: Candidate; readonly trace: Trace } {
  if (routingRules.length === 0) return { trace: [] };
  if (settings?.autoRoutingEnabled === false) {
    return { trace: [{ looked: 'routing_rules', verdict: 'skipped', because: 'auto_routing_off' }] };
  }
  const trace: TraceEntry[] = [];
  for (const rule of rulesInOrder(routingRules)) {
    const looked = lookAt(rule, facts);
    if (looked.verdict === 'matched') {
      const target = targetOf(rule);
      trace.push(target ? looked : { ...looked, because: 'no_target' });
      return target ? { target, trace } : { trace };
    }
    trace.push(looked);
  }
  return { trace };
}

/** Routing rules in the order in which they are tried: by priority, and those of the same or without one as written. */
export function rulesInOrder(rules: readonly RoutingRule[]): readonly RoutingRule[] {
  return [...rules].sort(byPriority);
}

function byPriority(a: RoutingRule, b: RoutingRule): number {
  const [first, second] = [a.priority ?? Infinity, b.priority ?? Infinity];
  return first === second ? 0 : first - second;
}

function lookAt(rule: RoutingRule, facts: LeadFacts): TraceEntry {
  const { active, logicalOperator, subRules, routeName } = rule;
  const group = { isActive: active, logicalOperator, subRules, name: routeName };
  return { ...evaluateGroup(group, facts).trace, looked: 'routing_rule' };
}

function targetOf({ routeTo }: RoutingRule): Candidate | undefined {
  const { campaignId, clientName, offerName } = routeTo ?? {};
  if (campaignId) return { via: 'routing_rule', campaignId };
  return clientName && offerName ? { via: 'routing_rule', clientName, offerName } : undefined;
}

/**
 * Every campaign that a campaign's own settings may send a lead to: by rules, groups, fallbacks, full limits or closed
 * hours.
 */
export function nextCampaigns(campaign: Campaign): readonly Candidate[] {
  const { routingRules = [], distribution, fallbackCampaigns = [] } = campaign;
  return [
    ...routingRules.flatMap((rule) => targetOf(rule) ?? []),
    ...(distribution?.groups ?? []).flatMap(membersOf),
    ...fallbackCampaigns.map((campaignId) => ({ via: 'fallback', campaignId }) as const),
    ...relayCampaigns(campaign),
  ];
}

/**
 * The campaigns that a campaign without room may relay a lead to, whichever campaign the lead was submitted to. Rules
 * and fallbacks apply only for the lead's own campaign.
 */
export function relayCampaigns({ deliveryLimits = [], deliverySchedule }: Campaign): readonly Candidate[] {
  const sentBy = (via: CandidateSource, { action, routeToCampaignId }: Sending): Candidate[] =>
    action === 'route' && routeToCampaignId !== undefined ? [{ via, campaignId: routeToCampaignId }] : [];
  return [
    ...deliveryLimits.flatMap((limit) => sentBy('limit', limit)),
    ...(deliverySchedule ? sentBy('schedule', deliverySchedule) : []),
  ];
}

type Sending = Pick<NonNullable<Campaign['deliveryLimits']>[number], 'action' | 'routeToCampaignId'>;
