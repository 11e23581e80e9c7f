/** What came in through a campaign on its latest days and what it bought itself, as reports count it. */
import type { CampaignView } from '@sluice/contracts';
import { localDay } from '@sluice/domain';
import { reportLeads } from '@sluice/reports';
import { now, type ReportsFor, type StoresFor } from '@sluice/pipeline';

const DAYS_SHOWN = 14;
const DAY_MS = 86_400_000;

/** The days of `timezone`, today last. Everything counts on the day on which its lead came in. */
export async function campaignDays(
  core: StoresFor<'clock' | 'tenants'> & ReportsFor<'forTenant'>,
  tenantId: string,
  campaignId: string,
  timezone: string,
): Promise<CampaignView['days']> {
  const today = localDay(now(core), timezone);
  const days = Array.from({ length: DAYS_SHOWN }, (_, n) =>
    new Date(today - (DAYS_SHOWN - 1 - n) * DAY_MS).toISOString().slice(0, 10),
  );
  const [from = '', to = ''] = [days[0], days.at(-1)];
  const ask = { from, to, timezone, basis: 'received' } as const;
  const [submitted, all] = await Promise.all([
    reportLeads(core, tenantId, { ...ask, groupBy: ['day'], campaignIds: [campaignId] }),
    // Leads of other campaigns may be placed with this one.
    reportLeads(core, tenantId, { ...ask, groupBy: ['day', 'placedCampaign'] }),
  ]);
  const own = new Map(submitted.rows.map((row) => [row.day, row]));
  const bought = new Map(
    all.rows.filter(({ placedCampaign }) => placedCampaign === campaignId).map((row) => [row.day, row]),
  );
  return days.map((day) => {
    const {
      received = 0,
      rejected = 0,
      disqualified = 0,
      duplicate = 0,
      delivered: sold = 0,
      money: earned = [],
    } = own.get(day) ?? {};
    const { delivered: placed = 0, money = [] } = bought.get(day) ?? {};
    return {
      day,
      received,
      refused: rejected + disqualified + duplicate,
      sold,
      earned: earned.map(revenueOf),
      placed,
      money: money.map(revenueOf),
    };
  });
}

function revenueOf({ currency, revenue }: { readonly currency: string; readonly revenue: number }) {
  return { currency, revenue };
}
