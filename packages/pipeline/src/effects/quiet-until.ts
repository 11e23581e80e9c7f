/** Quiet hours (`settings.quietHours` of the tenant): when a message or a call to a lead may go. */
import type { Trace } from '@sluice/contracts';
import { campaignTimezone, leadZones, quietUntil, resolveTimeZone } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';

/** A message or a call to a lead, and the campaign that it is about. */
export interface Contact {
  readonly tenantId: string;
  readonly leadId: string;
  readonly campaignId: string;
}

/** Whether it is quiet where a lead is. */
export interface QuietHours {
  /** Until when a contact has to wait; absent if it may go. */
  readonly until?: Date;
  /** What the zones of the lead were taken from, where that is not what it says. */
  readonly trace: Trace;
}

const never: QuietHours = { trace: [] };

/**
 * Whether a contact has to wait that begins now and has reached its vendor within `withinMs`. A tenant without quiet
 * hours costs one cached read.
 */
export async function quietHoursFor(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  { tenantId, leadId, campaignId }: Contact,
  withinMs: number,
): Promise<QuietHours> {
  const tenant = await core.stores.tenants.cached(tenantId);
  if (tenant?.settings.quietHours !== true) return never;
  const { leads, campaigns, clients } = core.stores.forTenant(tenantId);
  const [lead, campaign] = await Promise.all([leads.find(leadId), campaigns.cached(campaignId)]);
  const client = campaign && (await clients.cached(campaign.clientId));
  const { timezone } = tenant.settings;
  const otherwise = campaign ? campaignTimezone(campaign, client, timezone) : resolveTimeZone(timezone);
  const from = now(core);
  const { zones, stateNotUnderstood } = leadZones(lead?.data ?? {}, otherwise);
  const until = quietUntil(zones, from, new Date(from.getTime() + withinMs));
  const entry = {
    looked: 'quiet_hours',
    at: 'state',
    verdict: until ? 'held' : 'passed',
    because: 'state_not_understood',
    values: { zones: zones.length },
  } as const;
  return { until, trace: stateNotUnderstood ? [entry] : [] };
}
