/** Campaigns in plain words. */
import { adminGetCampaign, adminListCampaigns, type Campaign } from '@sluice/contracts';
import { campaignTimezone, explainCampaign, periodAt } from '@sluice/domain';
import { now, type StoresFor } from '@sluice/pipeline';
import type { DayAsk } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { campaignOf } from './campaign-of.js';
import { campaignRows, rowSources } from './campaign-rows.js';
import { switchRoutes } from './switch-routes.js';

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

const DAYS_SHOWN = 14;

const listCampaigns = defineAdminRoute(adminListCampaigns, async ({ params: { tenantId } }, deps: Deps) => {
  const { settings } = await tenantOf(deps.stores, tenantId);
  const of = deps.stores.forTenant(tenantId);
  const campaigns = [...(await of.campaigns.all())].sort((a, b) => (a.campaignId < b.campaignId ? -1 : 1));
  const sources = await rowSources(of, settings.timezone, now(deps));
  return { campaigns: [...(await campaignRows(of, campaigns, sources))] };
});

const getCampaign = defineAdminRoute(
  adminGetCampaign,
  async ({ params: { tenantId, campaignId } }, deps: Deps) => {
    const { settings } = await tenantOf(deps.stores, tenantId);
    const of = deps.stores.forTenant(tenantId);
    const campaign = await campaignOf(of, campaignId);
    const sources = await rowSources(of, settings.timezone, now(deps));
    const [row] = await campaignRows(of, [campaign], sources);
    const client = sources.clients.find(({ clientId }) => clientId === campaign.clientId);
    const timezone = campaignTimezone(campaign, client, settings.timezone);
    const days = await Promise.all(
      lastDays(timezone, sources.now).map(async (ask) => {
        return { day: ask.day, ...(await of.campaignDays.read(campaignId, ask)) };
      }),
    );
    const { refuses, sends, caps, hours } = explainCampaign(campaign);
    return {
      ...(row as NonNullable<typeof row>),
      timezone,
      ...(campaign.deliveryEndpointId !== undefined && { deliveryEndpointId: campaign.deliveryEndpointId }),
      refuses: [...refuses],
      sends: [...sends],
      limits: [...caps],
      hours: [...hours],
      days: days.map(({ at: _at, ...day }) => day),
      countedAt: (days.at(-1)?.at ?? sources.now).toISOString(),
      settings: decidingSettings(campaign),
    };
  },
);

function lastDays(zone: string, at: Date): readonly DayAsk[] {
  const days: DayAsk[] = [];
  for (let instant = at; days.length < DAYS_SHOWN;) {
    const { key, start, end } = periodAt('daily', zone, instant);
    days.unshift({ day: key, from: start, to: end ?? at });
    instant = new Date(start.getTime() - 1);
  }
  return days;
}

/** The settings that decide about leads: everything that a what-if may change. */
function decidingSettings(campaign: Campaign): Record<string, unknown> {
  const { active, disqualificationConditionals = [], routingRules = [], fallbackCampaigns = [] } = campaign;
  const { deliveryLimits = [], deliverySchedule, deliveryEndpointId, settings } = campaign;
  const { distribution, price, maxAgeMinutes } = campaign;
  return {
    active,
    disqualificationConditionals,
    routingRules,
    fallbackCampaigns,
    deliveryLimits,
    ...(distribution && { distribution }),
    ...(price && { price }),
    ...(maxAgeMinutes !== undefined && { maxAgeMinutes }),
    ...(deliverySchedule && { deliverySchedule }),
    ...(deliveryEndpointId !== undefined && { deliveryEndpointId }),
    ...(settings && { settings }),
  };
}

export const campaignViewRoutes: readonly AdminRoute<AdminDeps>[] = [
  listCampaigns,
  getCampaign,
  ...switchRoutes,
];
