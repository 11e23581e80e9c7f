/** An item as it is stored, with the change of it that is being carried out. */
import { sections, type ItemSection } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import type { Catalog, TenantStores } from '@sluice/store';
import { asWritten } from '../catalog/live-file.js';
import type { Item } from '../catalog/sections.js';

/** What reads items. */
export type ItemStores = StoresFor<'configurations' | 'forTenant' | 'tenants'>['stores'];

/** An item as a tenant file writes it, and its hash if that is stored. */
interface StoredState {
  readonly item: Item;
  readonly hash?: string | undefined;
}

/** An item as a tenant file writes it; undefined if there is none. */
export async function storedItem(...asked: Parameters<typeof storedState>): Promise<Item | undefined> {
  return (await storedState(...asked))?.item;
}

/** The same with its hash. */
export async function storedState(
  { configurations, forTenant, tenants }: ItemStores,
  tenantId: string,
  section: ItemSection,
  id: string,
): Promise<StoredState | undefined> {
  // Read first: a plan that is finished meanwhile is in what is read then.
  const pending = await configurations.pending(tenantId);
  if (section === 'tenant') {
    if (id !== tenantId) return undefined;
    const planned = pending.find((write) => write.kind === 'tenant');
    const tenant = planned?.tenant ?? (await tenants.find(tenantId));
    return tenant && { item: settingsItem(tenant) };
  }
  const planned = pending.find((write) => write.kind === 'item' && write.of === section && write.id === id);
  const stored =
    planned?.kind === 'item' ? planned : await catalogOf(forTenant(tenantId), section).findNamed(id);
  return stored && { item: asWritten(stored.item as Item), hash: stored.hash };
}

/** The settings of a tenant as an item. */
export function settingsItem({ tenantId, name, settings = {} }: { readonly tenantId: string } & Item): Item {
  return { tenantId, name, settings };
}

/** The catalog of a section. */
export function catalogOf(of: TenantStores, section: Exclude<ItemSection, 'tenant'>): Catalog<Item> {
  return of[section] as unknown as Catalog<Item>;
}

/** The row of a section. */
export function sectionOf(section: Exclude<ItemSection, 'tenant'>) {
  return sections.find((each) => each.section === section) as (typeof sections)[number];
}
