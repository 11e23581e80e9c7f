/**
 * What people's changes set off in the outside world: events, pixels, revenue. The decisions are the domain's; here the
 * facts are gathered and the effects written down, under keys that make a repeated request set off nothing twice.
 */
import type { Campaign, FileReference, FileStatus, LeadRecord, LeadStatus } from '@sluice/contracts';
import { fileEffects, setStatusEffects, type EffectContext } from '@sluice/domain';
import { leadFacts, setOffOne } from '@sluice/pipeline';
import { newId } from '@sluice/runtime';
import type { TenantStores } from '@sluice/store';
import type { Deps } from '../deps.js';

/** A file reference that was written, and the name of the request that wrote it. */
export interface WrittenFile {
  readonly file: FileReference;
  readonly statusBefore?: FileStatus;
  readonly change: string;
}

/** Sets off what the new status of a lead's file brings about. */
export async function setOffFileChange(deps: Deps, lead: LeadRecord, written: WrittenFile): Promise<void> {
  const { file, statusBefore } = written;
  if (file.status === statusBefore) return;
  const effects = fileEffects(await contextOf(deps, lead), written);
  await Promise.all(effects.map((effect) => setOffOne(deps, lead.tenantId, effect)));
}

/** Sets off what a status that a person set brings about. */
export async function setOffStatus(deps: Deps, lead: LeadRecord, status: LeadStatus): Promise<void> {
  const payer = await payerOf(lead, deps.stores.forTenant(lead.tenantId));
  const effects = setStatusEffects(await contextOf(deps, lead), payer, status);
  await Promise.all(effects.map((effect) => setOffOne(deps, lead.tenantId, effect)));
}

async function contextOf(deps: Deps, lead: LeadRecord): Promise<EffectContext> {
  const { stores } = deps;
  const { tenantId, campaignId, lastSubmissionId } = lead;
  const [campaign, tenant] = await Promise.all([
    stores.forTenant(tenantId).campaigns.recent(campaignId),
    stores.tenants.recent(tenantId),
  ]);
  return {
    tenantId,
    submissionId: lastSubmissionId,
    leadCampaignId: campaignId,
    campaign,
    tenantSettings: tenant?.settings ?? {},
    facts: await leadFacts(deps, lead, [campaign]),
    mintEventId: () => newId('event'),
    now: stores.clock.now(),
  };
}

// Revenue is booked by the campaign that took the lead, which routing may have chosen.
async function payerOf(
  { lastSubmissionId }: LeadRecord,
  { campaigns, journal }: TenantStores,
): Promise<Campaign | undefined> {
  const known = await campaigns.allRecent();
  if (!known.some(({ revenueMilestones }) => revenueMilestones?.length)) return undefined;
  const history = await journal.history(lastSubmissionId);
  for (const { decision } of history) {
    if (decision.kind === 'delivered') return campaigns.recent(decision.campaignId);
  }
  return undefined;
}
