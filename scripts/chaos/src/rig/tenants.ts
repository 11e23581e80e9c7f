/** The tenants of a run: their campaigns, buyers and caps, and the facts that the checker needs. */

import { testWebhookSecret } from '@sluice/testing';

/** How a campaign's buyer behaves, apart from the faults that are played on it. */
export type BuyerKind =
  | 'good'
  | 'slow'
  | 'flaky'
  | 'throttling'
  | 'hanging'
  | 'resetting'
  | 'odd'
  | 'picky'
  | 'choosy'
  | 'refusing'
  | 'dead';

/** One campaign of one tenant. */
export interface ChaosCampaign {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly buyer: BuyerKind;
  /** The buyer's path, which no other campaign uses. */
  readonly path: string;
  /** How many leads it accepts during the run, and what happens to the others. */
  readonly cap?: {
    readonly most: number;
    readonly period: 'lifetime' | 'daily';
    readonly rest: 'reject' | 'queue';
  };
  /** Whether a repeated person is a duplicate. */
  readonly dedupe: boolean;
  /** What its client pays for a lead, in cents; what its buyer sometimes says instead; and what it spends in all. */
  readonly price?: { readonly minor: number; readonly answered?: number; readonly budget?: number };
  /** How many percent of its leads it may give back; without it none. */
  readonly returns?: { readonly maximumPercent: number; readonly autoApprove?: true };
  /** The campaigns whose buyers are offered its leads, by turns; a no goes on to the next. */
  readonly members?: readonly string[];
  /** Its weight in the steady load; 0 for campaigns that only bursts use. */
  readonly weight: number;
}

/** One tenant. */
export interface ChaosTenant {
  readonly tenantId: string;
  readonly campaigns: readonly ChaosCampaign[];
}

/** A change of the limits of {@link LIMITED_CAMPAIGN} and its client. */
export interface LimitChange {
  readonly tenantId: string;
  readonly campaignId: string;
  readonly clientId: string;
  /** Until then the limits before it held. */
  readonly begunAt: string;
  /** From then on it was stored; absent if nobody knows whether it was. */
  readonly madeAt?: string;
  /** The campaign's limit; absent if it has none. */
  readonly campaign?: { readonly type: 'hourly' | 'daily' | 'lifetime'; readonly cap: number };
  /** The client's limit of a day; absent if it has none. */
  readonly client?: { readonly type: 'daily'; readonly cap: number };
  /** By whose clock both count. */
  readonly zone: string;
}

/** The number of a tenant's campaigns with a cap of their own, which are raced for one after another. */
const RACES = 12;
/** The cap of a race, in which four times as many leads compete. */
export const RACE_CAP = 50;
/** The campaign of the poison lead, which ends every process that runs it. */
const POISON_CAMPAIGN = 'POISN';
/** The campaign whose buyer is dead during the whole run. */
export const DEAD_CAMPAIGN = 'DEAD';
/** The campaign whose limits, and whose client's limits and time zone, change during the run. */
export const LIMITED_CAMPAIGN = 'LIMIT';
/** The cap that the steady load reaches. */
const STEADY_CAP = 40;

/** The cents that a campaign spends: enough for forty leads. */
const BUDGET = 10_000;

const steadyBuyers: readonly (readonly [code: string, buyer: BuyerKind, weight: number])[] = [
  ['GOOD', 'good', 8],
  ['SLOW', 'slow', 2],
  ['FLAKY', 'flaky', 2],
  ['THROT', 'throttling', 1],
  ['HANG', 'hanging', 1],
  ['RESET', 'resetting', 2],
  ['ODD', 'odd', 1],
];

/** The tenants of a run. Only the first has a buyer that is dead during the whole run. */
export function planTenants(): readonly ChaosTenant[] {
  return ['north', 'south', 'burst'].map((tenantId, index) => {
    const campaign = (
      campaignId: string,
      buyer: BuyerKind,
      weight: number,
      more: Partial<ChaosCampaign> = {},
    ): ChaosCampaign => ({
      tenantId,
      campaignId,
      buyer,
      weight,
      path: `/buyers/${tenantId}/${campaignId.toLowerCase()}`,
      dedupe: false,
      returns: { maximumPercent: 20 },
      ...more,
    });
    return {
      tenantId,
      campaigns: [
        ...steadyBuyers.map(([code, buyer, weight]) => campaign(code, buyer, weight)),
        campaign('NOPE', 'refusing', 0, { price: { minor: 5_500 } }),
        campaign('SPEND', 'choosy', 0, { price: { minor: 250, answered: 310, budget: BUDGET } }),
        campaign('BUYS', 'resetting', 0, {
          price: { minor: 4_000 },
          returns: { maximumPercent: 60, autoApprove: true },
        }),
        campaign(LIMITED_CAMPAIGN, 'good', 0, { price: { minor: 1_000 } }),
        campaign('GROUP', 'good', 3, { members: ['NOPE', 'SPEND', 'BUYS'] }),
        campaign('DUP', 'good', 1, { dedupe: true }),
        campaign('QUEUE', 'picky', 1, { cap: { most: STEADY_CAP, period: 'daily', rest: 'queue' } }),
        ...(index === 0 ? [campaign(DEAD_CAMPAIGN, 'dead', 1), campaign(POISON_CAMPAIGN, 'good', 0)] : []),
        ...Array.from({ length: RACES }, (_, race) =>
          campaign(raceCode(race), 'good', 0, {
            cap: { most: RACE_CAP, period: 'lifetime', rest: 'reject' },
          }),
        ),
      ],
    };
  });
}

/** The code of the n-th race's campaign, from 0; after the last one, the first is used again. */
export function raceCode(n: number): string {
  return `R${String(n % RACES).padStart(2, '0')}`;
}

/** Long enough for a slow buyer, short enough that a hanging one is called several times. */
const TIMEOUT_SECONDS = 2;

/** The answer with which a choosy buyer names its own price. */
export function answeredPrice({ answered = 0 }: NonNullable<ChaosCampaign['price']>): object {
  return { accepted: true, price: answered / 100 };
}

/** The tenant file; JSON is valid YAML. `change` sets the limits of {@link LIMITED_CAMPAIGN} and its client. */
export function tenantFile(
  { tenantId, campaigns }: ChaosTenant,
  sinkUrl: string,
  timezone: string,
  change?: Pick<LimitChange, 'campaign' | 'client' | 'zone'>,
): string {
  return JSON.stringify({
    tenantId,
    name: `Tenant ${tenantId}`,
    settings: {
      // If a day ended during the run, the daily caps would start again.
      timezone,
      webhooks: {
        url: `${sinkUrl}/webhooks/${tenantId}`,
        timeoutSeconds: TIMEOUT_SECONDS,
        secret: testWebhookSecret,
      },
    },
    providers: { facebook: { accessToken: 'chaos', baseUrl: sinkUrl, apiVersion: 'v24.0' } },
    clients: campaigns.map(({ campaignId }) => ({
      clientId: `cli_${campaignId.toLowerCase()}`,
      name: `Client of ${campaignId}`,
      abbrev: campaignId,
      // A client with a limit, which is checked before the campaign's.
      settings: {
        maxLeadsPerMonth: 1_000_000,
        ...(campaignId === LIMITED_CAMPAIGN &&
          change && {
            timezone: change.zone,
            ...(change.client && { maxLeadsPerDay: change.client.cap }),
          }),
      },
    })),
    offers: [{ offerId: 'off_1', name: 'Offer', abbrev: 'OFF', category: 'mass_tort' }],
    deliveryEndpoints: campaigns.map(({ campaignId, path, price }) => ({
      deliveryEndpointId: endpointOf(campaignId),
      url: `${sinkUrl}${path}`,
      timeoutSeconds: TIMEOUT_SECONDS,
      ...(price?.answered !== undefined && {
        responseRules: [
          { when: { jsonPath: '$.price' }, outcome: 'accepted', price: { jsonPath: '$.price' } },
        ],
      }),
    })),
    campaigns: campaigns.map(({ campaignId, cap, dedupe, price, members, returns }) => ({
      campaignId,
      name: `Campaign ${campaignId}`,
      clientId: `cli_${campaignId.toLowerCase()}`,
      offerId: 'off_1',
      deliveryEndpointId: endpointOf(campaignId),
      ...(dedupe && { settings: { dedupeEnabled: true, dedupeFields: ['phone', 'email'] } }),
      ...(cap && { deliveryLimits: [{ cap: cap.most, type: cap.period, action: cap.rest }] }),
      ...(campaignId === LIMITED_CAMPAIGN &&
        change?.campaign && { deliveryLimits: [{ ...change.campaign, action: 'reject' }] }),
      ...(returns && { returns }),
      ...(price && {
        price: { currency: 'USD', amount: price.minor / 100 },
        ...(price.budget !== undefined && {
          deliveryLimits: [{ budget: price.budget / 100, currency: 'USD', type: 'lifetime', action: 'next' }],
        }),
      }),
      ...(members && {
        distribution: {
          nextOn: ['refused', 'duplicate', 'failed'],
          groups: [
            {
              name: 'all',
              method: 'weighted',
              members: members.map((member, n) => ({ campaignId: member, weight: n + 1 })),
            },
          ],
        },
      }),
      pixelRules: [
        {
          id: 'once',
          triggerPoint: 'lead_qualified',
          pixelId: pixelOf(tenantId, campaignId),
          platform: 'facebook',
          eventName: 'Lead',
          actionSource: 'system_generated',
          fireOnce: true,
        },
      ],
    })),
  });
}

/** The pixel that a campaign's `fireOnce` rule fires. */
function pixelOf(tenantId: string, campaignId: string): string {
  return `px-${tenantId}-${campaignId}`.toLowerCase();
}

function endpointOf(campaignId: string): string {
  return `end_${campaignId.toLowerCase()}`;
}
