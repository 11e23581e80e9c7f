/** The context of effects that no decision causes: what is known about the lead now, and whose settings apply. */
import type { LeadRecord } from '@sluice/contracts';
import type { EffectContext } from '@sluice/domain';
import { newId } from '@sluice/process';
import { now, type StoresFor } from '../core.js';
import { leadFacts } from '../lead/facts.js';

/** Whose settings apply, when these are not the lead's own campaign and latest submission. */
export interface LeadContextOptions {
  readonly campaignId?: string;
  readonly submissionId?: string;
}

/** Builds the context of an effect about `lead`. */
export async function leadContext(
  core: StoresFor<'clock' | 'forTenant' | 'tenants'>,
  lead: LeadRecord,
  { campaignId = lead.campaignId, submissionId = lead.lastSubmissionId }: LeadContextOptions = {},
): Promise<EffectContext> {
  const { tenantId } = lead;
  const [campaign, tenant] = await Promise.all([
    core.stores.forTenant(tenantId).campaigns.cached(campaignId),
    core.stores.tenants.cached(tenantId),
  ]);
  return {
    tenantId,
    submissionId,
    leadCampaignId: lead.campaignId,
    campaign,
    tenantSettings: tenant?.settings ?? {},
    facts: await leadFacts(core, lead, [campaign]),
    mintEventId: () => newId('event'),
    now: now(core),
  };
}
