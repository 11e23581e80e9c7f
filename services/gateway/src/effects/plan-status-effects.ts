/**
 * The effects of a status that a person sets: its event and its revenue. The domain decides them; their keys make sure
 * that a repeated request plans none of them twice.
 */
import type { Campaign, LeadRecord, LeadStatus } from '@sluice/contracts';
import { setStatusEffects } from '@sluice/domain';
import { leadContext, planLeadEffects, type LeadEffectDeps } from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';

/** Plans the effects of a status that a person set. */
export async function planStatusEffects(
  deps: LeadEffectDeps,
  lead: LeadRecord,
  status: LeadStatus,
): Promise<void> {
  const payer = await payerOf(lead, deps.stores.forTenant(lead.tenantId));
  const context = await leadContext(deps, lead);
  const effects = setStatusEffects(context, payer, status);
  await planLeadEffects(deps, lead, effects, context.now);
}

// Revenue is booked by the campaign that took the lead, which routing may have chosen.
async function payerOf(
  { lastSubmissionId }: LeadRecord,
  { campaigns, journal }: Pick<TenantStores, 'campaigns' | 'journal'>,
): Promise<Campaign | undefined> {
  const known = await campaigns.allCached();
  if (!known.some(({ revenueMilestones }) => revenueMilestones?.length)) return undefined;
  const history = await journal.history(lastSubmissionId);
  for (const { decision } of history) {
    if (decision.kind === 'delivered') return campaigns.cached(decision.campaignId);
  }
  return undefined;
}
