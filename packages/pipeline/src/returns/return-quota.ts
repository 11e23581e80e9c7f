/** The quota of a campaign's returns in a month, and what is placed in it. */
import type { ReturnRecord } from '@sluice/contracts';
import { campaignTimezone, mostReturns, periodAt, placedToAllowMore, resolveTimeZone } from '@sluice/domain';
import type { ReturnQuota } from '@sluice/store';
import { now, type StoresFor } from '../core.js';

/** A return, as far as its quota is concerned. */
export type QuotaSubject = Pick<
  ReturnRecord,
  'placedCampaignId' | 'month' | 'soldAt' | 'submissionId' | 'maximumPercent'
>;

type Deps = StoresFor<'clock' | 'forTenant' | 'tenants'>;

/** The time zone of a campaign, whose days and months apply to returns. */
export async function zoneOfCampaign(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  campaignId: string,
): Promise<string> {
  const { campaigns, clients } = stores.forTenant(tenantId);
  const [campaign, tenant] = await Promise.all([
    campaigns.cached(campaignId),
    stores.tenants.cached(tenantId),
  ]);
  const tenantZone = tenant?.settings.timezone;
  if (!campaign) return resolveTimeZone(tenantZone);
  return campaignTimezone(campaign, await clients.cached(campaign.clientId), tenantZone);
}

/**
 * Counts the return in its quota, if there is room. What is known of the placed leads is tried first, as it only grows;
 * they are counted again only if that is not enough.
 */
export async function countInQuota(
  core: Deps,
  tenantId: string,
  subject: QuotaSubject,
): Promise<'counted' | 'full' | 'released'> {
  const { returnQuotas } = core.stores.forTenant(tenantId);
  const { submissionId, maximumPercent } = subject;
  if (maximumPercent === undefined) return returnQuotas.count(subject, submissionId);
  const { placed } = await returnQuotas.of(subject);
  const outcome = await returnQuotas.count(subject, submissionId, mostReturns(placed, maximumPercent));
  if (outcome !== 'full') return outcome;
  for (;;) {
    const { placed: counted, isOver, returned } = await placedNow(core, tenantId, subject, maximumPercent);
    await returnQuotas.keepPlaced(subject, counted, isOver);
    const most = mostReturns(counted, maximumPercent);
    const again = await returnQuotas.count(subject, submissionId, most);
    // There was room, and others took it meanwhile: only as many leads were counted as one more return needs.
    if (again !== 'full' || most <= returned) return again;
  }
}

/** Whether the quota has room for `more` returns. Writes nothing. */
export async function hasRoom(
  core: Deps,
  tenantId: string,
  subject: QuotaSubject,
  more: number,
): Promise<boolean> {
  const { maximumPercent } = subject;
  if (maximumPercent === undefined) return true;
  const { placed } = await placedNow(core, tenantId, subject, maximumPercent, more);
  const { returned } = await core.stores.forTenant(tenantId).returnQuotas.of(subject);
  return returned + more <= mostReturns(placed, maximumPercent);
}

// Those of a past month are counted once. Of a running one, no more are counted than make a difference.
async function placedNow(
  core: Deps,
  tenantId: string,
  subject: QuotaSubject,
  maximumPercent: number,
  more = 1,
): Promise<ReturnQuota> {
  const { ledger, returnQuotas } = core.stores.forTenant(tenantId);
  const { placed, isOver, returned } = await returnQuotas.of(subject);
  const enough = placedToAllowMore(returned + more - 1, maximumPercent);
  if (isOver || enough === Infinity) return { placed, isOver, returned };
  const { placedCampaignId, soldAt } = subject;
  const zone = await zoneOfCampaign(core, tenantId, placedCampaignId);
  const at = now(core);
  const { start, end = at } = periodAt('monthly', zone, soldAt);
  const isPast = end <= at;
  const counted = await ledger.placed(placedCampaignId, start, end, isPast ? undefined : enough);
  return { placed: Math.max(placed, counted), isOver: isPast, returned };
}
