/** What sends leads on to a campaign: the rules, groups, fallbacks, limits and hours of others that name it. */
import type { Campaign, RoutingRule } from '@sluice/contracts';
import { rulesInOrder } from '../routing/candidates.js';
import { comparableText } from '../text/index.js';
import { methodWords, rules, whenWords } from './explain-campaign.js';
import { sentence, type Sentence } from './sentence.js';

/** A campaign that leads are sent to, with the names by which a rule may name it. */
export interface FedCampaign {
  readonly campaignId: string;
  readonly clientName?: string | undefined;
  readonly offerName?: string | undefined;
}

/** How `from` sends leads to that campaign, as it is configured now; nothing if it does not. */
export function explainFeed(from: Campaign, to: FedCampaign): Sentence[] {
  const { routingRules = [], distribution, fallbackCampaigns = [], settings } = from;
  const ruled = settings?.autoRoutingEnabled === false ? [] : rulesInOrder(routingRules);
  const groups = distribution?.groups ?? [];
  return [
    ...ruled.filter((rule) => rule.active !== false && names(rule, to)).map(ruleWords),
    ...groups
      .filter(({ members }) => members.some(({ campaignId }) => campaignId === to.campaignId))
      .map(({ name, method }) =>
        sentence(`Its group “${name}” offers leads, ${methodWords[method]}.`, 'good'),
      ),
    ...(fallbackCampaigns.includes(to.campaignId)
      ? [sentence('A lead that it cannot take itself is offered.', 'good')]
      : []),
    ...whenUnavailable(from, to),
  ];
}

function names({ routeTo }: RoutingRule, to: FedCampaign): boolean {
  const { campaignId, clientName, offerName } = routeTo ?? {};
  if (campaignId !== undefined) return campaignId === to.campaignId;
  return isSame(clientName, to.clientName) && isSame(offerName, to.offerName);
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && comparableText(a) === comparableText(b);
}

function ruleWords({ routeName, logicalOperator, subRules }: RoutingRule): Sentence {
  const called = routeName === undefined ? 'rule' : `rule “${routeName}”`;
  return sentence(
    `Its ${called} sends leads ${whenWords(subRules, logicalOperator)}`,
    'good',
    rules(subRules, logicalOperator),
  );
}

function whenUnavailable({ deliveryLimits = [], deliverySchedule }: Campaign, to: FedCampaign): Sentence[] {
  const full = deliveryLimits.filter(
    (limit) =>
      limit.active !== false && limit.action === 'route' && limit.routeToCampaignId === to.campaignId,
  );
  const isClosed =
    deliverySchedule?.action === 'route' && deliverySchedule.routeToCampaignId === to.campaignId;
  return [
    ...full.map(({ type }) => sentence(`Its leads are sent on when its ${type} limit is full.`, 'good')),
    ...(isClosed ? [sentence('Its leads are sent on outside its hours.', 'good')] : []),
  ];
}
