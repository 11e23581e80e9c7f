/** A campaign in plain words: what it refuses, where it sends leads, under which caps and at which hours. */
import { moneyText, dayText } from '@sluice/contracts';
import type {
  BuyersNo,
  Campaign,
  ConditionGroup,
  DeliveryLimit,
  DeliverySchedule,
  DistributionGroup,
  RoutingRule,
  SubRule,
  UnavailableAction,
} from '@sluice/contracts';
import { wantsModel } from '../language-model/whether-to-ask.js';
import { rulesInOrder } from '../routing/candidates.js';
import { conditionWords } from './condition-words.js';
import { consentTerms } from './consent-words.js';
import { listWords, sentence, type Sentence } from './sentence.js';

/** What a campaign does, by topic. */
export interface CampaignWords {
  readonly refuses: readonly Sentence[];
  readonly sends: readonly Sentence[];
  readonly caps: readonly Sentence[];
  readonly hours: readonly Sentence[];
}

/** Explains the campaign by its current settings. */
export function explainCampaign(campaign: Campaign): CampaignWords {
  const { disqualificationConditionals = [], deliveryLimits = [], deliverySchedule } = campaign;
  return {
    refuses: [
      ...disqualificationConditionals.map(refusal),
      ...duplicates(campaign),
      ...consentTerms(campaign),
      ...judgedByModel(campaign),
    ],
    sends: destinations(campaign),
    caps:
      deliveryLimits.length > 0
        ? deliveryLimits.map(cap)
        : [sentence('It has no limits of its own.', 'quiet')],
    hours: hours(deliverySchedule),
  };
}

function refusal({ name, isActive, logicalOperator, subRules }: ConditionGroup): Sentence {
  const called = name === undefined ? '' : ` (“${name}”)`;
  if (isActive === false) return sentence(`Switched off: a disqualification group${called}.`, 'quiet');
  return sentence(
    `It refuses leads${called} ${whenWords(subRules, logicalOperator)}`,
    'bad',
    rules(subRules, logicalOperator),
  );
}

/** The same as a supplier is told it, without the name that the group has among ourselves. */
export function notTakenWords({ logicalOperator, subRules }: ConditionGroup): Sentence {
  const when = whenWords(subRules, logicalOperator);
  return sentence(`A lead is not taken ${when}`, 'bad', rules(subRules, logicalOperator));
}

function duplicates({ settings }: Campaign): Sentence[] {
  if (settings?.dedupeEnabled !== true) return [];
  const { dedupeFields = ['phone', 'email'], dedupeMatch, dedupeWindow: days = 30 } = settings;
  const fields = listWords(dedupeFields, dedupeMatch === 'all' ? 'and' : undefined);
  const among = amongWords[settings.dedupeScope ?? 'campaign'];
  return [
    sentence(
      `It refuses duplicates: another lead${among} with the same ${fields} within ${days} days.`,
      'bad',
    ),
  ];
}

const amongWords = {
  campaign: '',
  offer: ' of any campaign with its offer that looks among these',
  tenant: ' of any campaign that looks among all',
  client: ' that its client has',
} as const;

function judgedByModel(campaign: Campaign): Sentence[] {
  if (!wantsModel(campaign)) return [];
  const otherwise = campaign.settings?.aiOnError === 'hold' ? 'waits for a person' : 'goes on';
  return [
    sentence(
      `It refuses leads that a language model finds not to meet the offer's criteria; without an answer a lead ${otherwise}.`,
      'bad',
    ),
  ];
}

function destinations({
  routingRules = [],
  distribution,
  fallbackCampaigns = [],
  settings,
  deliveryEndpointId,
}: Campaign): Sentence[] {
  const groups = distribution?.groups ?? [];
  const ruled =
    settings?.autoRoutingEnabled === false && routingRules.length > 0
      ? [sentence('Its routing rules are not used: automatic routing is off.', 'quiet')]
      : rulesInOrder(routingRules).map(routed);
  const own =
    deliveryEndpointId === undefined
      ? "Its own leads go to the client's posting URL."
      : `Its own leads go to the endpoint ${deliveryEndpointId}.`;
  const next =
    fallbackCampaigns.length === 0
      ? []
      : [
          sentence(
            fallbackCampaigns.length === 1
              ? `If it cannot take a lead, ${fallbackCampaigns[0]} is tried.`
              : `If it cannot take a lead, ${listWords(fallbackCampaigns, 'and')} are tried in this order.`,
            'quiet',
          ),
        ];
  const buyers = groups.length === 0 ? [sentence(own, 'good')] : groups.map(offered);
  return [...ruled, ...buyers, ...next, ...afterNo(distribution)];
}

/** In which order the members of a group are asked. */
export const methodWords: Readonly<Record<DistributionGroup['method'], string>> = {
  priority: 'in this order',
  round_robin: 'in turn',
  weighted: 'in turn, by weight',
  highest_price: 'first to whoever pays most',
};

function offered({ name, method, members, minimumPrice, currency }: DistributionGroup): Sentence {
  const who = members.map(({ campaignId, weight }) =>
    method === 'weighted' ? `${campaignId} (${weight})` : campaignId,
  );
  const least = minimumPrice === undefined ? '' : `, for at least ${amountWords(minimumPrice, currency)}`;
  return sentence(
    `Group “${name}”: leads are offered to ${listWords(who, 'and')}, ${methodWords[method]}${least}.`,
    'good',
  );
}

const noWords: Readonly<Record<BuyersNo, string>> = {
  refused: 'refuses a lead',
  duplicate: 'has it already',
  failed: 'cannot be reached',
};

function afterNo(distribution: Campaign['distribution']): Sentence[] {
  const nextOn = distribution?.nextOn;
  if (!nextOn) return [];
  if (nextOn.length === 0) return [sentence("The first buyer's answer ends it.", 'quiet')];
  return [
    sentence(`The next buyer is asked when one ${listWords(nextOn.map((no) => noWords[no]))}.`, 'quiet'),
  ];
}

function routed({ routeName, active, logicalOperator, subRules, routeTo }: RoutingRule): Sentence {
  const called = routeName === undefined ? 'Rule' : `Rule “${routeName}”`;
  const { campaignId, clientName, offerName } = routeTo ?? {};
  const to = campaignId ?? (clientName && offerName ? `${clientName} / ${offerName}` : undefined);
  if (active === false) return sentence(`${called} is switched off.`, 'quiet');
  if (to === undefined) return sentence(`${called} names no campaign and sends no leads.`, 'warn');
  return sentence(
    `${called} sends leads to ${to} ${whenWords(subRules, logicalOperator)}`,
    'good',
    rules(subRules, logicalOperator),
  );
}

/** When conditions are met; a single one is part of the sentence, several are listed below it by {@link rules}. */
export function whenWords(subRules: readonly SubRule[], join: 'AND' | 'OR'): string {
  const conditions = subRules.flatMap(({ conditions: each }) => each);
  if (conditions.length === 0) return 'never: it has no conditions.';
  if (conditions.length === 1 && conditions[0]) return `when ${conditionWords(conditions[0])}.`;
  const how = subRules.length === 1 ? (subRules[0]?.logicalOperator ?? join) : join;
  return how === 'OR' ? 'when any of these is true:' : 'when all of these are true:';
}

/** The conditions that stand below a sentence. */
export function rules(subRules: readonly SubRule[], join: 'AND' | 'OR'): Sentence[] {
  if (subRules.flatMap(({ conditions }) => conditions).length < 2) return [];
  const below = ({ conditions }: SubRule) => conditions.map((one) => sentence(conditionWords(one), 'quiet'));
  if (subRules.length === 1 && subRules[0]) return below(subRules[0]);
  return subRules.map((rule) => {
    if (rule.conditions.length === 1) return below(rule)[0] as Sentence;
    const how = (rule.logicalOperator ?? join) === 'OR' ? 'any of these' : 'all of these';
    return sentence(how, 'quiet', below(rule));
  });
}

const then: Readonly<Record<Exclude<UnavailableAction, 'route'>, string>> = {
  queue: 'then leads wait',
  reject: 'then leads are refused',
  next: 'then the next campaign is tried',
};

function cap({
  type,
  cap: leads,
  budget,
  currency,
  action,
  active,
  startDate,
  endDate,
  routeToCampaignId,
}: DeliveryLimit): Sentence {
  const from = startDate === undefined ? '' : ` from ${dayText(startDate)}`;
  const to = endDate === undefined ? '' : ` until ${dayText(endDate)}`;
  const after = action === 'route' ? `then leads are sent on to ${routeToCampaignId}` : then[action];
  const period = {
    lifetime: 'in total',
    monthly: 'per month',
    weekly: 'per week',
    daily: 'per day',
    hourly: 'per hour',
  }[type];
  const most = budget === undefined ? leads : amountWords(budget, currency);
  const text = `At most ${most} ${period}${from}${to}; ${after}.`;
  return active === false ? sentence(`Switched off: ${text}`, 'quiet') : sentence(text, 'warn');
}

function amountWords(amount: number, currency: string | undefined): string {
  return currency === undefined ? String(amount) : moneyText(amount, currency);
}

function hours(schedule: DeliverySchedule | undefined): Sentence[] {
  const days = (schedule?.specificDays ?? []).filter(({ active }) => active !== false);
  if (!schedule || schedule.specificDays.length === 0) return [sentence('It is always open.', 'quiet')];
  if (days.length === 0) return [sentence('All its days are switched off: it never opens.', 'bad')];
  const after =
    schedule.action === 'route'
      ? `leads are sent on to ${schedule.routeToCampaignId}`
      : then[schedule.action].slice(5);
  return [
    ...days.map(({ day, startTime = '00:00', endTime = '24:00' }) =>
      sentence(`${day} ${startTime}–${endTime}`, 'quiet'),
    ),
    sentence(`Outside these hours ${after}.`, 'warn'),
  ];
}
