/**
 * The campaigns that a lead may be routed to, found by following each campaign's settings. Routing decides among them
 * later, but the facts for their conditions must be loaded before.
 */
import type { Campaign } from '@sluice/contracts';
import { MAX_CANDIDATES, nextCampaigns, relayCampaigns, type Candidate } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { campaignOfNames } from './campaigns-by-names.js';

type CampaignStores = Pick<TenantStores, 'campaigns' | 'clients' | 'offers'>;

/**
 * Returns `own` and every campaign that routing may reach from it, however many others the tenant has. References to
 * missing campaigns are skipped.
 */
export async function reachableCampaigns(
  stores: CampaignStores,
  own: Campaign | undefined,
): Promise<readonly Campaign[]> {
  if (!own) return [];
  const found = new Map([[own.campaignId, own]]);
  let next = nextCampaigns(own);
  // Each step is one more campaign that routing may consider.
  for (let steps = 1; steps < MAX_CANDIDATES && next.length > 0; steps += 1) {
    const unknown = next.filter((one) => !('campaignId' in one && found.has(one.campaignId)));
    const loaded = await Promise.all(unknown.map((candidate) => load(stores, candidate)));
    const fresh = loaded.filter((one) => one !== undefined).filter((one) => !found.has(one.campaignId));
    for (const campaign of fresh) found.set(campaign.campaignId, campaign);
    next = fresh.flatMap(relayCampaigns);
  }
  return [...found.values()];
}

async function load(stores: CampaignStores, candidate: Candidate): Promise<Campaign | undefined> {
  return 'campaignId' in candidate
    ? stores.campaigns.cached(candidate.campaignId)
    : campaignOfNames(stores, candidate.clientName, candidate.offerName);
}
