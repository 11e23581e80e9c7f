/** How many leads wait for a person because the vendor of a check gave no usable answer about them. */
import { checkLabel, LOOKUP_PREFIX, type OwnReason } from '@sluice/contracts';
import { isModel } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';

/** Counted up to this bound. */
const MOST = 10_000;

/** The leads that the vendor of this key holds; a lead of a campaign with several look-ups counts for each of them. */
export async function heldByVendor(
  { campaigns, leads }: Pick<TenantStores, 'campaigns' | 'leads'>,
  receiver: string,
): Promise<number> {
  const asks = checkLabel(LOOKUP_PREFIX);
  if (!receiver.startsWith(asks)) {
    const reason: OwnReason = isModel(receiver) ? 'ai_unavailable' : 'consent_unavailable';
    return leads.countWaiting({ reason }, MOST);
  }
  const lookupId = receiver.slice(asks.length);
  const theirs = (await campaigns.allCached()).filter(({ lookups }) =>
    lookups?.some((one) => one.lookupId === lookupId),
  );
  const reason: OwnReason = 'lookup_unavailable';
  return leads.countWaiting({ reason, campaignIds: theirs.map(({ campaignId }) => campaignId) }, MOST);
}
