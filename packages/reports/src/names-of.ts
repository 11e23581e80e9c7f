/** The names of configured items, for tables whose rows have their ids. */
import type { Names } from '@sluice/contracts';

/** Items by id, as `Catalog` reads them. */
interface NamedItems {
  readonly cached: (id: string) => Promise<{ readonly name: string } | undefined>;
}

/** The name of each of these items that there is, by its id. */
export async function namesOf(
  items: NamedItems,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)].filter((id) => id !== undefined);
  const named = await Promise.all(distinct.map(async (id) => [id, (await items.cached(id))?.name] as const));
  return new Map(named.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}

/** The catalogs that names are read from. */
export interface NamedCatalogs {
  readonly campaigns: NamedItems;
  readonly clients: NamedItems;
  readonly offers: NamedItems;
  readonly suppliers: NamedItems;
}

/** What a row names by ids. */
interface NamingRow {
  readonly campaignId?: string | null | undefined;
  readonly placedCampaignId?: string | null | undefined;
  readonly clientId?: string | null | undefined;
  readonly offerId?: string | null | undefined;
  readonly supplierId?: string | null | undefined;
}

/** The names of all that these rows name by ids; each is looked up once. */
export async function namesIn(of: NamedCatalogs, rows: readonly NamingRow[]): Promise<Names> {
  const named = async (items: NamedItems, ids: readonly (string | null | undefined)[]) =>
    Object.fromEntries(
      await namesOf(
        items,
        ids.map((id) => id ?? undefined),
      ),
    );
  const [campaigns, clients, offers, suppliers] = await Promise.all([
    named(
      of.campaigns,
      rows.flatMap(({ campaignId, placedCampaignId }) => [campaignId, placedCampaignId]),
    ),
    named(
      of.clients,
      rows.map(({ clientId }) => clientId),
    ),
    named(
      of.offers,
      rows.map(({ offerId }) => offerId),
    ),
    named(
      of.suppliers,
      rows.map(({ supplierId }) => supplierId),
    ),
  ]);
  return { campaigns, clients, offers, suppliers };
}
