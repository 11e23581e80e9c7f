/**
 * The campaigns that a lead may be sent on to, followed through the settings of each. Routing decides on the way, but
 * what their conditions look at has to be known before.
 */
import type { Campaign } from '@sluice/contracts';
import { MAX_CANDIDATES, nextCampaigns, relayCampaigns, type Candidate } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { campaignOfNames } from './campaigns-by-names.js';

/**
 * Answers `own` and every campaign that routing may come to from it, however many others the tenant has; what does not
 * exist is left out.
 */
export async function reachableCampaigns(
  stores: TenantStores,
  own: Campaign | undefined,
): Promise<readonly Campaign[]> {
  if (!own) return [];
  const found = new Map([[own.campaignId, own]]);
  let next = nextCampaigns(own);
  // Each step is a further campaign that routing looks at.
  for (let steps = 1; steps < MAX_CANDIDATES && next.length > 0; steps += 1) {
    const unknown = next.filter((one) => !('campaignId' in one && found.has(one.campaignId)));
    const loaded = await Promise.all(unknown.map((candidate) => load(stores, candidate)));
    const fresh = loaded.filter((one) => one !== undefined).filter((one) => !found.has(one.campaignId));
    for (const campaign of fresh) found.set(campaign.campaignId, campaign);
    next = fresh.flatMap(relayCampaigns);
  }
  return [...found.values()];
}

async function load(stores: TenantStores, candidate: Candidate): Promise<Campaign | undefined> {
  return 'campaignId' in candidate
    ? stores.campaigns.cached(candidate.campaignId)
    : campaignOfNames(stores, candidate.clientName, candidate.offerName);
}
