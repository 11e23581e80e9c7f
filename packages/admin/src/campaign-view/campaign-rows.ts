/** Campaigns with their hours and the current use of their caps. */
import type { Campaign, CampaignRow, Client, Offer } from '@sluice/contracts';
import { campaignTimezone, deliveryWindow } from '@sluice/domain';
import { capUseOfCampaigns, type CapUse } from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';

/** The data that rows are built from. */
export interface RowSources {
  readonly clients: readonly Client[];
  readonly offers: readonly Offer[];
  readonly timezone: string | undefined;
  readonly now: Date;
}

/** Reads what the rows of these campaigns need besides them. */
export async function rowSources(
  { clients, offers }: Pick<TenantStores, 'clients' | 'offers'>,
  campaigns: readonly Campaign[],
  timezone: string | undefined,
  now: Date,
): Promise<RowSources> {
  const [theirClients, theirOffers] = await Promise.all([
    itemsOf(clients, campaigns, ({ clientId }) => clientId),
    itemsOf(offers, campaigns, ({ offerId }) => offerId),
  ]);
  return { clients: theirClients, offers: theirOffers, timezone, now };
}

async function itemsOf<Item extends object>(
  items: { readonly cached: (id: string) => Promise<Item | undefined> },
  campaigns: readonly Campaign[],
  idOf: (campaign: Campaign) => string,
): Promise<readonly Item[]> {
  const found = await Promise.all([...new Set(campaigns.map(idOf))].map((id) => items.cached(id)));
  return found.filter((item) => item !== undefined);
}

/** The row of each campaign, in the given order; the counts of all are read together. */
export async function campaignRows(
  { counts }: Pick<TenantStores, 'counts'>,
  campaigns: readonly Campaign[],
  { clients, offers, timezone, now }: RowSources,
): Promise<readonly CampaignRow[]> {
  const clientOf = new Map(clients.map((client) => [client.clientId, client]));
  const offerOf = new Map(offers.map((offer) => [offer.offerId, offer]));
  const capsOf = await capUseOfCampaigns({ counts }, campaigns, { clients, timezone, now });
  return campaigns.map((campaign, index) => {
    const { campaignId, name, clientId, offerId, active, archivedAt, lastLeadReceivedAt } = campaign;
    const client = clientOf.get(clientId);
    const hours = deliveryWindow(
      campaign.deliverySchedule,
      now,
      campaignTimezone(campaign, client, timezone),
    );
    const offer = offerOf.get(offerId);
    return {
      campaignId,
      name,
      clientId,
      active,
      clientName: client?.name,
      offerName: offer?.name,
      archived: archivedAt !== undefined,
      clientArchived: client?.archivedAt !== undefined,
      open: hours.kind === 'open',
      opensAt: hours.kind === 'closed' && hours.opensAt ? hours.opensAt.toISOString() : undefined,
      caps: (capsOf[index] ?? []).map(capRow),
      lastLeadReceivedAt,
    };
  });
}

/** A limit and its use, as lists and pages show it. */
export function capRow<Of>({ of, period, cap, used, reserved, currency, turnsAt }: CapUse<Of>) {
  return { of, period, cap, taken: used, reserved, currency, turnsAt: turnsAt?.toISOString() };
}
