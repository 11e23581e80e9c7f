/**
 * The campaigns that a lead may be sent on to, followed through the settings of each. Routing decides on the way, but
 * what their conditions look at has to be known before.
 */
import type { Campaign } from '@sluice/contracts';
import { nextCampaigns, type Candidate } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { campaignOfNames } from './routing-answers.js';

/** Answers `own` and every campaign that can be come to from it; what does not exist is left out. */
export async function reachableCampaigns(
  stores: TenantStores,
  own: Campaign | undefined,
): Promise<readonly Campaign[]> {
  if (!own) return [];
  const found = new Map([[own.campaignId, own]]);
  let fresh: readonly Campaign[] = [own];
  while (fresh.length > 0) {
    const next = fresh
      .flatMap(nextCampaigns)
      .filter((one) => !('campaignId' in one && found.has(one.campaignId)));
    const loaded = await Promise.all(next.map((candidate) => load(stores, candidate)));
    fresh = loaded.filter((one) => one !== undefined && !found.has(one.campaignId)) as Campaign[];
    for (const campaign of fresh) found.set(campaign.campaignId, campaign);
  }
  return [...found.values()];
}

async function load(stores: TenantStores, candidate: Candidate): Promise<Campaign | undefined> {
  return 'campaignId' in candidate
    ? stores.campaigns.recent(candidate.campaignId)
    : campaignOfNames(stores, candidate.clientName, candidate.offerName);
}
