/** Whether a campaign has room for a lead now: limits first, then hours. A lead's name is opened in counts only here. */
import type {
  Campaign,
  Client,
  NeededMoney,
  OwnReason,
  TraceEntry,
  UnavailableAction,
} from '@sluice/contracts';
import { decimalAmount } from '../money/minor-units.js';
import { deliveryWindow, type WindowDecision } from '../time/delivery-window.js';
import type { RoutingAnswers } from './answers.js';
import { type ApplicableLimit, campaignTimezone, type Count, countsOf, openingOf } from './limits.js';

/** The verdict of a campaign's limits and hours on a lead. */
export type RoomVerdict = { readonly kind: 'fits' } | NoRoom;

/** Why there is no room. */
type NoRoom = {
  /** Set if only this lead is too dear for what is left of a budget, where the verdict matters to a group. */
  readonly isTooDear?: true;
} & (
  | {
      readonly kind: 'wait';
      readonly reason: string;
      readonly until: Date;
      /** The full counts, if a name taken out makes it worth trying again; or the campaign's opening. */
      readonly waitsFor: readonly string[];
      /** What must be left of the budgets of these counts. */
      readonly needs?: readonly NeededMoney[];
    }
  | { readonly kind: 'refuse'; readonly reason: string }
  /** More room would not help. */
  | { readonly kind: 'unfit'; readonly reason: OwnReason }
  | { readonly kind: 'pass_over'; readonly reason: string }
  | {
      readonly kind: 'send_to';
      readonly reason: string;
      readonly campaignId: string;
      readonly via: 'limit' | 'schedule';
    }
);

/** What finding room depends on. */
export interface RoomInput {
  readonly campaign: Campaign;
  readonly client: Client;
  readonly tenantTimezone: string | undefined;
  readonly now: Date;
  readonly isTest: boolean;
  /** What the lead is expected to earn there. */
  readonly expected?: NonNullable<Count['expected']>;
  /** Where it counts as the member of a group. */
  readonly groupCount?: Count;
  /** Why the lead cannot go there although there may be room; then none is taken. */
  readonly lacks?: OwnReason;
}

const outsideHours = 'outside_hours';

/**
 * Finds room for a lead: opens its name in both counts, or returns the action of the first full limit, or else of the
 * closed hours. A `queue` that can never open refuses. Test leads are not counted and are subject to no limits.
 */
export async function findRoom(
  input: RoomInput,
  answers: RoutingAnswers,
  trace: TraceEntry[],
): Promise<RoomVerdict> {
  const { campaign, client, tenantTimezone, now, isTest, lacks, groupCount, expected } = input;
  const own = isTest ? [] : countsOf(campaign, client, tenantTimezone, now);
  const all = groupCount ? [...own, groupCount] : own;
  const counts = expected ? all.map((count) => ({ ...count, expected })) : all;
  // In the order in which they are looked at: the campaign's, then the client's.
  const limits = counts.toReversed().flatMap((count) => count.limits);
  const hours = hoursAt(input, now);

  // During closed hours the limits are only checked, because no room is needed; during open hours the same call takes
  // it.
  const mayTake = hours.kind === 'open' && lacks === undefined;
  const full = await (mayTake ? takeRoom : peek)(counts, campaign, answers);
  const fullLimits = limits.filter(({ name }) => full.includes(name));
  trace.push(...limitsTrace(limits, fullLimits, isTest));
  const [decisive] = fullLimits;
  if (decisive) {
    const verdict = atFullLimit(decisive, fullLimits, input);
    const isTooDear = groupCount && expected && (await anyIsLeft(own, fullLimits, campaign, answers));
    return isTooDear ? { ...verdict, isTooDear } : verdict;
  }

  trace.push(...hoursTrace(input, hours));
  if (hours.kind === 'closed') return atClosedHours(campaign, hours.opensAt);
  return lacks === undefined ? { kind: 'fits' } : { kind: 'unfit', reason: lacks };
}

// Opens the name in every count, or returns the full limits.
async function takeRoom(
  counts: readonly Count[],
  campaign: Campaign,
  answers: RoutingAnswers,
): Promise<readonly string[]> {
  if (counts.length === 0) return [];
  const refusedAt = await answers.reserve(counts, campaign.campaignId);
  if (refusedAt.length === 0) return [];
  // Counts that were not asked may be full as well, and their action may take precedence.
  const asked = counts.findIndex(({ limits }) => limits.some(({ name }) => refusedAt.includes(name))) + 1;
  return [...refusedAt, ...(await peek(counts.slice(asked), campaign, answers))];
}

// Whether full limits are budgets of which something is left, for a cheaper lead.
async function anyIsLeft(
  counts: readonly Count[],
  fullLimits: readonly ApplicableLimit[],
  campaign: Campaign,
  answers: RoutingAnswers,
): Promise<true | undefined> {
  if (fullLimits.some(({ currency }) => currency === undefined)) return undefined;
  const spent = await peek(counts, campaign, answers);
  return fullLimits.some(({ name }) => spent.includes(name)) ? undefined : true;
}

async function peek(
  counts: readonly Count[],
  { campaignId }: Campaign,
  answers: RoutingAnswers,
): Promise<readonly string[]> {
  return counts.length === 0 ? [] : answers.peek(counts, campaignId);
}

function atFullLimit(
  decisive: ApplicableLimit,
  fullLimits: readonly ApplicableLimit[],
  input: RoomInput,
): NoRoom {
  const reason = reasonOf(decisive);
  if (decisive.action !== 'queue') return withoutWaiting(decisive.action, reason, 'limit', decisive);

  const queueing = fullLimits.filter(({ action }) => action === 'queue');
  const closedForGood = queueing.find((limit) => !limit.opensAt || neverFits(limit, input));
  if (closedForGood) return { kind: 'refuse', reason: reasonOf(closedForGood) };
  const turnsMs = Math.max(...queueing.map(({ opensAt }) => opensAt?.getTime() ?? Infinity));

  // A period often turns at night, and a release before the hours open would only find them closed.
  const hours = hoursAt(input, new Date(turnsMs));
  const until = hours.kind === 'open' ? new Date(turnsMs) : hours.opensAt;
  if (!until) return { kind: 'refuse', reason: outsideHours };
  const waitsFor = [...new Set(queueing.map(({ count }) => count))];
  const budgets = new Set(queueing.flatMap(({ count, currency }) => (currency === undefined ? [] : [count])));
  const minor = input.expected ? input.expected.minor : 1;
  const needs = [...budgets].map((count) => ({ count, minor }));
  return { kind: 'wait', reason, until, waitsFor, needs: needs.length > 0 ? needs : undefined };
}

// A lead that is dearer than the whole budget.
function neverFits({ cap, currency }: ApplicableLimit, { expected }: RoomInput): boolean {
  return currency !== undefined && (expected?.minor ?? 0) > cap;
}

function atClosedHours({ campaignId, deliverySchedule }: Campaign, opensAt: Date | undefined): NoRoom {
  const action = deliverySchedule?.action ?? 'queue';
  if (action !== 'queue') return withoutWaiting(action, outsideHours, 'schedule', deliverySchedule ?? {});
  if (!opensAt) return { kind: 'refuse', reason: outsideHours };
  return { kind: 'wait', reason: outsideHours, until: opensAt, waitsFor: [openingOf(campaignId)] };
}

function withoutWaiting(
  action: Exclude<UnavailableAction, 'queue'>,
  reason: string,
  via: 'limit' | 'schedule',
  { routeToCampaignId }: { readonly routeToCampaignId?: string | undefined },
): NoRoom {
  switch (action) {
    case 'reject':
      return { kind: 'refuse', reason };
    case 'next':
      return { kind: 'pass_over', reason };
    case 'route':
      if (!routeToCampaignId) return { kind: 'pass_over', reason };
      return { kind: 'send_to', reason, campaignId: routeToCampaignId, via };
  }
}

function hoursAt({ campaign, client, tenantTimezone }: RoomInput, instant: Date): WindowDecision {
  const schedule = campaign.deliverySchedule;
  if (!schedule) return { kind: 'open' };
  return deliveryWindow(schedule, instant, campaignTimezone(campaign, client, tenantTimezone));
}

function reasonOf({ of, type, currency }: ApplicableLimit): string {
  return `${of === 'client' ? 'client_' : ''}${type}_${currency === undefined ? 'limit' : 'budget'}_full`;
}

function limitsTrace(
  limits: readonly ApplicableLimit[],
  fullLimits: readonly ApplicableLimit[],
  isTest: boolean,
): TraceEntry[] {
  if (isTest) return [{ looked: 'limit', verdict: 'skipped', because: 'test_lead' }];
  const lastFull = fullLimits.at(-1);
  const lookedAt = lastFull ? limits.slice(0, limits.indexOf(lastFull) + 1) : limits;
  return lookedAt.map((limit) => limitTrace(limit, fullLimits.includes(limit)));
}

function limitTrace(limit: ApplicableLimit, isFull: boolean): TraceEntry {
  const { name: counter, cap, currency, action, opensAt } = limit;
  const at = limit.of === 'client' ? `client ${limit.type}` : limit.type;
  const most = currency === undefined ? { cap } : { budget: decimalAmount(cap, currency), currency };
  if (!isFull) return { looked: 'limit', at, verdict: 'passed', values: { counter, ...most } };
  const values = { counter, ...most, action, opensAt: opensAt?.toISOString() ?? 'never' };
  return { looked: 'limit', at, verdict: 'failed', because: reasonOf(limit), values };
}

function hoursTrace({ campaign, client, tenantTimezone }: RoomInput, hours: WindowDecision): TraceEntry[] {
  const schedule = campaign.deliverySchedule;
  if (!schedule || schedule.specificDays.length === 0) return [];
  const timezone = campaignTimezone(campaign, client, tenantTimezone);
  if (hours.kind === 'open') return [{ looked: 'schedule', verdict: 'passed', values: { timezone } }];
  const opensAt = hours.opensAt?.toISOString() ?? 'never';
  const values = { timezone, action: schedule.action, opensAt };
  return [{ looked: 'schedule', verdict: 'failed', because: outsideHours, values }];
}
