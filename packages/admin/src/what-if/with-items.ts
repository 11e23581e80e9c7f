/** The configuration of a tenant as it is, and as it would be with items that are not saved. */
import { sections, type Campaign } from '@sluice/contracts';
import type { SimulationStores } from '@sluice/pipeline';
import { campaignOf } from '../campaign-view/campaign-of.js';
import type { CatalogDeps } from '../catalog/read-plan.js';
import { planItems, type SentItem } from '../items/plan-item.js';
import { storesAsIf } from './stores-as-if.js';

/** Both, for decisions about leads of one campaign. */
export interface WithItems {
  /** Undefined if only the items have the campaign. */
  readonly now: SimulationStores | undefined;
  /** Undefined if there are no items. */
  readonly changed: SimulationStores | undefined;
  /** The one that certainly has the campaign. */
  readonly latest: SimulationStores;
  /** The campaign, as it is and as it would be, and every other that the items change. */
  readonly campaigns: readonly Campaign[];
}

/**
 * Reads the items as they would be saved.
 * @throws ApiError NOT_FOUND if there is no such campaign; VALIDATION_ERROR with every problem of the items
 */
export async function withItems(
  tenantId: string,
  {
    campaignId,
    items = [],
  }: { readonly campaignId: string; readonly items?: readonly SentItem[] | undefined },
  deps: CatalogDeps,
): Promise<WithItems> {
  const { stores } = deps;
  const writes = items.length === 0 ? [] : (await planItems(tenantId, items, deps)).writes;
  const changed = items.length === 0 ? undefined : storesAsIf(stores, tenantId, { writes });
  const latest = changed ?? stores;
  const campaign = await campaignOf(latest.forTenant(tenantId), campaignId);
  const stored = await stores.forTenant(tenantId).campaigns.find(campaignId);
  const written = writes.flatMap((write) =>
    write.kind === 'item' && write.of === 'campaigns' ? [write.item as Campaign] : [],
  );
  return {
    now: stored && stores,
    changed,
    latest,
    campaigns: [campaign, ...(stored ? [stored] : []), ...written],
  };
}

/** The items by section and id, for the audit; an id that is none is left out. */
export function namesOfItems(items: readonly SentItem[] = []): string {
  return items
    .map(({ section, item }) => {
      const id = item[sections.find((each) => each.section === section)?.id ?? 'tenantId'];
      return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? `${section}/${id}` : section;
    })
    .join(', ');
}
