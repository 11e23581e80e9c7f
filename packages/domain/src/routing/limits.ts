/** The counts of campaigns and clients, and the caps that apply to them at an instant (§2.1.5, §2.3). */
import {
  countName,
  limitName,
  limitTypes,
  type Campaign,
  type Client,
  type CountOwner,
  type LimitOwner,
  type MemberOwner,
  type DeliveryLimit,
  type UnavailableAction,
} from '@sluice/contracts';
import { minorUnits } from '../money/minor-units.js';
import { answerTerms } from '../money/price.js';
import { localDay } from '../time/moment.js';
import { periodAt, type PeriodType } from '../time/period.js';
import { resolveTimeZone } from '../time/time-zone.js';
import { instantOfWallTime } from '../time/wall-time.js';

/** A count in which a lead counts that is placed now, with the caps that apply to it now. */
export interface Count {
  /** The count's name, without the tenant. */
  readonly name: string;
  readonly owner: CountOwner;
  /** By whose clock its periods turn. */
  readonly zone: string;
  /** When its running periods began. */
  readonly starts: Readonly<Record<Exclude<PeriodType, 'lifetime'>, Date>>;
  /** From the longest period to the shortest. */
  readonly limits: readonly ApplicableLimit[];
  /** What the lead is expected to earn, which is reserved with its name. */
  readonly expected?: { readonly currency: string; readonly minor: number };
}

/** The count of a campaign as the member of a group. */
export interface MemberCount extends Count {
  readonly owner: MemberOwner;
}

/** A cap or a budget that applies now, with the action when it is reached. */
export interface ApplicableLimit {
  /** Its name in its running period, without the tenant. */
  readonly name: string;
  /** The name of the count that it limits, and whose count that is. */
  readonly count: string;
  readonly owner: LimitOwner;
  /** Leads, or minor units of `currency`. */
  readonly cap: number;
  /** Of a budget. */
  readonly currency?: string;
  readonly type: PeriodType;
  readonly of: 'campaign' | 'client';
  readonly action: UnavailableAction;
  readonly routeToCampaignId: string | undefined;
  /**
   * When a lead that finds the cap reached may be tried again: the period or the limit ends. Undefined if never.
   */
  readonly opensAt: Date | undefined;
  /** When its running period ends; undefined for a lifetime. */
  readonly turnsAt: Date | undefined;
}

const dayMs = 86_400_000;

/**
 * The counts of a lead that is placed with the campaign at `now`, in the order in which its name is opened there: the
 * client first, if it has limits. Were the campaign first:
 *
 * 1. Lead A takes the last room of the campaign.
 * 2. Lead B finds the campaign full, and is refused.
 * 3. The client is full: A's name is taken out of the campaign, and B was refused for nothing.
 *
 * A client's limits only let leads wait, and taking a name out releases the next one. A client without limits refuses
 * nobody and is second, so that a lead that the campaign refuses is open in neither.
 */
export function countsOf(
  campaign: Campaign,
  client: Client,
  tenantTimezone: string | undefined,
  now: Date,
): readonly Count[] {
  const ofCampaign = campaignCount(campaign, client, tenantTimezone, now);
  const ofClient = clientCount(client, tenantTimezone, now);
  return ofClient.limits.length > 0 ? [ofClient, ofCampaign] : [ofCampaign, ofClient];
}

/** The count of a campaign. Its periods use its schedule's time zone, or else the client's, the tenant's, or UTC. */
export function campaignCount(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
  now: Date,
): Count {
  const owner = { campaignId: campaign.campaignId };
  const zone = campaignTimezone(campaign, client, tenantTimezone);
  return {
    name: countName(owner),
    owner,
    zone,
    starts: startsAt(zone, now),
    limits: campaignLimits(campaign, zone, now),
  };
}

/** The count of a client's leads, whichever campaign they are placed with; never by a schedule's time zone. */
export function clientCount(client: Client, tenantTimezone: string | undefined, now: Date): Count {
  const owner = { clientId: client.clientId };
  const zone = resolveTimeZone(client.settings?.timezone, tenantTimezone);
  return {
    name: countName(owner),
    owner,
    zone,
    starts: startsAt(zone, now),
    limits: clientLimits(client, zone, now),
  };
}

/** The count of a group's member, by the tenant's day. It has no limits. */
export function groupCount(owner: MemberOwner, tenantTimezone: string | undefined, now: Date): MemberCount {
  const zone = resolveTimeZone(tenantTimezone);
  return { name: countName(owner), owner, zone, starts: startsAt(zone, now), limits: [] };
}

/** The currencies of budgets, of a campaign and its client, that count other money than the campaign's leads earn. */
export function otherBudgetCurrencies(campaign: Campaign, client: Client): readonly string[] {
  const { maxSpendPerDay, maxSpendPerMonth, currency } = client.settings ?? {};
  const ofClient = maxSpendPerDay === undefined && maxSpendPerMonth === undefined ? undefined : currency;
  const inUse = (campaign.deliveryLimits ?? []).filter(({ active }) => active !== false);
  const all = [ofClient, ...inUse.map((limit) => limit.currency)].filter((one) => one !== undefined);
  const { currency: earned } = answerTerms(campaign, client);
  return [...new Set(all)].filter((one) => one !== earned);
}

/** When the running periods of a time zone began. */
export function startsAt(zone: string, now: Date): Count['starts'] {
  return {
    hourly: periodAt('hourly', zone, now).start,
    daily: periodAt('daily', zone, now).start,
    weekly: periodAt('weekly', zone, now).start,
    monthly: periodAt('monthly', zone, now).start,
  };
}

/** The name that leads held outside a campaign's hours wait for; formed like a count's name, but not a count. */
export function openingOf(campaignId: string): string {
  return `${countName({ campaignId })}.hours`;
}

/** The time zone of a campaign's limits and dates. */
export function campaignTimezone(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
): string {
  return resolveTimeZone(campaign.deliverySchedule?.timezone, client?.settings?.timezone, tenantTimezone);
}

function campaignLimits(campaign: Campaign, zone: string, now: Date): ApplicableLimit[] {
  const configured = campaign.deliveryLimits;
  if (!configured || configured.length === 0) return [];
  const today = localDay(now, zone);
  const applying = configured.filter((limit) => appliesOn(limit, today)).map(measured);
  return limitTypes.flatMap((type) => {
    const ofType = applying.filter((limit) => limit.type === type);
    const currencies = new Set(ofType.map(({ currency }) => currency));
    return [...currencies].map((currency) =>
      campaignLimit(campaign, lowestOf(ofType.filter((limit) => limit.currency === currency)), zone, now),
    );
  });
}

/** A limit with its cap in leads, or in minor units of its currency. */
type Measured = Omit<DeliveryLimit, 'cap' | 'budget' | 'currency'> &
  Pick<ApplicableLimit, 'cap' | 'currency'>;

function measured({ cap = 0, budget, currency, ...limit }: DeliveryLimit): Measured {
  if (budget === undefined || currency === undefined) return { ...limit, cap };
  return { ...limit, cap: minorUnits(budget, currency) ?? 0, currency };
}

// Of two limits of one kind the lower holds.
function lowestOf(limits: readonly Measured[]): Measured {
  return limits.reduce((low, limit) => (limit.cap < low.cap ? limit : low));
}

function appliesOn({ active, startDate, endDate }: DeliveryLimit, today: number): boolean {
  if (active === false) return false;
  if (startDate !== undefined && today < Date.parse(startDate)) return false;
  return endDate === undefined || today <= Date.parse(endDate);
}

function campaignLimit(campaign: Campaign, limit: Measured, zone: string, now: Date): ApplicableLimit {
  const { endDate } = limit;
  const endsAt =
    endDate === undefined
      ? undefined
      : new Date(instantOfWallTime(zone, Date.parse(endDate) + dayMs, 'earlier'));
  return limitFor({ owner: { campaignId: campaign.campaignId }, of: 'campaign', limit, zone, now, endsAt });
}

function clientLimits({ clientId, settings }: Client, zone: string, now: Date): ApplicableLimit[] {
  const { maxLeadsPerMonth, maxLeadsPerDay, maxSpendPerMonth, maxSpendPerDay, currency } = settings ?? {};
  const spend = (most: number | undefined) =>
    most === undefined || currency === undefined ? undefined : minorUnits(most, currency);
  const caps = [
    ['monthly', maxLeadsPerMonth, undefined],
    ['monthly', spend(maxSpendPerMonth), currency],
    ['daily', maxLeadsPerDay, undefined],
    ['daily', spend(maxSpendPerDay), currency],
  ] as const;
  return caps.flatMap(([type, cap, of]) => {
    if (cap === undefined) return [];
    const inMoney = of === undefined ? {} : { currency: of };
    const limit = { type, cap, ...inMoney, action: 'queue', routeToCampaignId: undefined } as const;
    return [limitFor({ owner: { clientId }, of: 'client', limit, zone, now, endsAt: undefined })];
  });
}

interface LimitSource {
  readonly owner: LimitOwner;
  readonly of: ApplicableLimit['of'];
  readonly limit: Pick<Measured, 'type' | 'cap' | 'currency' | 'action' | 'routeToCampaignId'>;
  readonly zone: string;
  readonly now: Date;
  readonly endsAt: Date | undefined;
}

function limitFor({ owner, of, limit, zone, now, endsAt }: LimitSource): ApplicableLimit {
  const { type, cap, currency, action, routeToCampaignId } = limit;
  const period = periodAt(type, zone, now);
  return {
    name: limitName(owner, currency === undefined ? type : `${type}_${currency}`, period.key),
    count: countName(owner),
    owner,
    cap,
    currency,
    type,
    of,
    action,
    routeToCampaignId,
    // A cap of zero is still reached when the period ends.
    opensAt: earliest(cap > 0 ? period.end : undefined, endsAt),
    turnsAt: period.end,
  };
}

function earliest(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (!a || !b) return a ?? b;
  return a < b ? a : b;
}
