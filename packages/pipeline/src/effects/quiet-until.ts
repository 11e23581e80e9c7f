/** Quiet hours (`settings.quietHours` of the tenant): when a message or a call to a lead may go. */
import { campaignTimezone, leadZones, quietUntil, resolveTimeZone } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';

/** A message or a call to a lead, and the campaign that it is about. */
export interface Contact {
  readonly tenantId: string;
  readonly leadId: string;
  readonly campaignId: string;
}

/**
 * Until when a contact has to wait that begins now and has reached its vendor within `withinMs`; undefined if it may
 * go. A tenant without quiet hours costs one cached read.
 */
export async function quietUntilFor(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { tenantId, leadId, campaignId }: Contact,
  withinMs: number,
): Promise<Date | undefined> {
  const tenant = await core.stores.tenants.cached(tenantId);
  if (tenant?.settings.quietHours !== true) return undefined;
  const { leads, campaigns, clients } = core.stores.forTenant(tenantId);
  const [lead, campaign] = await Promise.all([leads.find(leadId), campaigns.cached(campaignId)]);
  const client = campaign && (await clients.cached(campaign.clientId));
  const { timezone } = tenant.settings;
  const otherwise = campaign ? campaignTimezone(campaign, client, timezone) : resolveTimeZone(timezone);
  const from = now(core);
  return quietUntil(leadZones(lead?.data ?? {}, otherwise), from, new Date(from.getTime() + withinMs));
}
