/** The caps that apply to a campaign at an instant (§2.1.5, §2.3), and their counters. */
import {
  counterName,
  type Campaign,
  type Client,
  type CounterOwner,
  type DeliveryLimit,
  limitTypes,
  type UnavailableAction,
} from '@sluice/contracts';
import { localDay } from '../time/moment.js';
import { periodAt, type PeriodType } from '../time/period.js';
import { resolveTimeZone } from '../time/time-zone.js';
import { instantOfWallTime } from '../time/wall-time.js';

/** A counter of placed leads, with its cap. */
export interface CounterSpec {
  /** The counter's name, without the tenant. */
  readonly counter: string;
  readonly owner: CounterOwner;
  readonly cap: number;
  readonly periodStart: Date;
  /** When the period ends; absent for a lifetime. */
  readonly periodEnd?: Date | undefined;
  /**
   * Until this time leads may have been routed past the limit, because it was changed or its dates began. Absent if the
   * limit has applied as long as there could be leads for it.
   */
  readonly since?: Date | undefined;
}

/** A cap that applies now, with the action when it is reached. */
export interface ApplicableLimit extends CounterSpec {
  readonly type: PeriodType;
  readonly of: 'campaign' | 'client';
  readonly action: UnavailableAction;
  readonly routeToCampaignId: string | undefined;
  /**
   * When a lead that finds the cap reached may be tried again: the period or the limit ends. Undefined if never.
   */
  readonly opensAt: Date | undefined;
}

const dayMs = 86_400_000;

/**
 * The counters that a lead placed at `now` counts in, in the order in which they are checked. A campaign's periods use
 * its schedule's time zone, or else the client's, the tenant's, or UTC; a client's periods never use a schedule's.
 */
export function limitCounters(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
  now: Date,
): readonly CounterSpec[] {
  return applicableLimits(campaign, client, tenantTimezone, now).map(
    ({ counter, owner, cap, periodStart, periodEnd, since }) => ({
      counter,
      owner,
      cap,
      periodStart,
      periodEnd,
      since,
    }),
  );
}

/** The counters that all leads of a client count in, whichever campaign they are placed with. */
export function clientCounters(
  client: Client,
  tenantTimezone: string | undefined,
  now: Date,
): readonly CounterSpec[] {
  return clientLimits(client, tenantTimezone, now);
}

/** The name that leads held outside a campaign's hours wait for; formed like a counter's name, but not a counter. */
export function openingOf(campaignId: string): string {
  return counterName({ campaignId }, 'hours', 'open');
}

/** The caps that apply at `now`: the campaign's from the longest period to the shortest, then the client's. */
export function applicableLimits(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
  now: Date,
): readonly ApplicableLimit[] {
  return [
    ...campaignLimits(campaign, client, tenantTimezone, now),
    ...(client ? clientLimits(client, tenantTimezone, now) : []),
  ];
}

/** The time zone of a campaign's limits and dates. */
export function campaignTimezone(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
): string {
  return resolveTimeZone(campaign.deliverySchedule?.timezone, client?.settings?.timezone, tenantTimezone);
}

function campaignLimits(
  campaign: Campaign,
  client: Client | undefined,
  tenantTimezone: string | undefined,
  now: Date,
): ApplicableLimit[] {
  const configured = campaign.deliveryLimits;
  if (!configured || configured.length === 0) return [];
  const zone = campaignTimezone(campaign, client, tenantTimezone);
  const today = localDay(now, zone);
  return limitTypes.flatMap((type) => {
    const lowest = configured
      .filter((limit) => limit.type === type && appliesOn(limit, today))
      .reduce<DeliveryLimit | undefined>(
        (low, limit) => (low && low.cap <= limit.cap ? low : limit),
        undefined,
      );
    return lowest ? [campaignLimit(campaign, lowest, zone, now)] : [];
  });
}

function appliesOn({ active, startDate, endDate }: DeliveryLimit, today: number): boolean {
  if (active === false) return false;
  if (startDate !== undefined && today < Date.parse(startDate)) return false;
  return endDate === undefined || today <= Date.parse(endDate);
}

function campaignLimit(campaign: Campaign, limit: DeliveryLimit, zone: string, now: Date): ApplicableLimit {
  const { startDate, endDate } = limit;
  const midnight = (day: number) => new Date(instantOfWallTime(zone, day, 'earlier'));
  const endsAt = endDate === undefined ? undefined : midnight(Date.parse(endDate) + dayMs);
  const beganAt = startDate === undefined ? undefined : midnight(Date.parse(startDate));
  return limitFor({
    owner: { campaignId: campaign.campaignId },
    of: 'campaign',
    limit,
    zone,
    now,
    since: latest(changedAt(campaign), beganAt),
    endsAt,
  });
}

// A record that was never changed has had its limits from the beginning.
function changedAt({ createdAt, updatedAt }: Pick<Campaign, 'createdAt' | 'updatedAt'>): Date | undefined {
  return updatedAt > createdAt ? new Date(updatedAt) : undefined;
}

function clientLimits(client: Client, tenantTimezone: string | undefined, now: Date): ApplicableLimit[] {
  const { maxLeadsPerMonth, maxLeadsPerDay, timezone } = client.settings ?? {};
  const caps = [
    ['monthly', maxLeadsPerMonth],
    ['daily', maxLeadsPerDay],
  ] as const;
  return caps.flatMap(([type, cap]) => {
    if (cap === undefined) return [];
    // Campaigns whose schedules use different time zones count in the client's one counter.
    const zone = resolveTimeZone(timezone, tenantTimezone);
    const limit = { type, cap, action: 'queue', routeToCampaignId: undefined } as const;
    const owner = { clientId: client.clientId };
    const since = changedAt(client);
    return [limitFor({ owner, of: 'client', limit, zone, now, since, endsAt: undefined })];
  });
}

interface LimitSource {
  readonly owner: CounterOwner;
  readonly of: ApplicableLimit['of'];
  readonly limit: Pick<DeliveryLimit, 'type' | 'cap' | 'action' | 'routeToCampaignId'>;
  readonly zone: string;
  readonly now: Date;
  readonly since: Date | undefined;
  readonly endsAt: Date | undefined;
}

// Written out in full, because this runs for every limit of every lead and spreading objects is slow.
function limitFor({ owner, of, limit, zone, now, since, endsAt }: LimitSource): ApplicableLimit {
  const { type, cap, action, routeToCampaignId } = limit;
  const period = periodAt(type, zone, now);
  return {
    counter: counterName(owner, type, period.key),
    owner,
    cap,
    periodStart: period.start,
    periodEnd: period.end,
    since,
    type,
    of,
    action,
    routeToCampaignId,
    // A cap of zero is still reached when the period ends.
    opensAt: earliest(cap > 0 ? period.end : undefined, endsAt),
  };
}

function earliest(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (!a || !b) return a ?? b;
  return a < b ? a : b;
}

function latest(a: Date | undefined, b: Date | undefined): Date | undefined {
  if (!a || !b) return a ?? b;
  return a > b ? a : b;
}
