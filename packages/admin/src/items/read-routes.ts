/** The items of a tenant file: listed, and read one at a time. */
import {
  adminGetItem,
  adminListItems,
  ApiError,
  referringSections,
  type ItemSection,
} from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import type { AdminDeps } from '../deps.js';
import { pageOf } from '../page-of.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { tenantOf } from '../tenants/tenant-of.js';
import { isArchived } from '../catalog/archived-references.js';
import { asWritten } from '../catalog/live-file.js';
import { withoutSecrets } from '../catalog/secrets.js';
import type { Item } from '../catalog/sections.js';
import { usersOf } from '../catalog/used-by.js';
import { itemEtag } from './item-etag.js';
import { catalogOf, sectionOf, settingsItem, storedItem } from './stored-item.js';

type Deps = StoresFor<'configurations' | 'forTenant' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

const listItems = defineAdminRoute(
  adminListItems,
  async ({ params: { tenantId, section }, query }, { stores, encryptionKeys }: Deps) => {
    const tenant = await tenantOf(stores, tenantId);
    const rowOf = (item: Item, id: string, name: unknown) => ({
      id,
      name: typeof name === 'string' ? name : id,
      archived: isArchived(section, item),
      etag: itemEtag(item, encryptionKeys),
    });
    if (section === 'tenant')
      return { items: [rowOf(settingsItem({ ...tenant }), tenantId, tenant.name)], nextCursor: null };
    const { search, archived, cursor, limit } = query;
    const row = sectionOf(section);
    const asked = { search, after: cursor, inUse: archived === 'false' };
    const found = await catalogOf(stores.forTenant(tenantId), section).page(asked, limit + 1);
    const { items, nextCursor } = pageOf(found, limit, (item) => String(item[row.id]));
    return {
      items: items.map((item) => rowOf(asWritten(item), String(item[row.id]), item[row.name])),
      nextCursor,
    };
  },
);

const getItem = defineAdminRoute(
  adminGetItem,
  async ({ params: { tenantId, section, id } }, { stores, encryptionKeys }: Deps) => {
    await tenantOf(stores, tenantId);
    const item = await storedItem(stores, tenantId, section, id);
    if (!item) throw noItem(section, id);
    const of = stores.forTenant(tenantId);
    const referring = new Map(
      await Promise.all(
        referringSections.map(async (from) => [from, await catalogOf(of, from).allCached()] as const),
      ),
    );
    const users = usersOf(section, id, (from) => referring.get(from) ?? []);
    return {
      item: withoutSecrets(item),
      etag: itemEtag(item, encryptionKeys),
      archived: isArchived(section, item),
      usedBy: users.map((user) => ({ section: user.section, id: user.id })),
    };
  },
);

/** The answer that there is no such item. */
export function noItem(section: ItemSection, id: string): ApiError {
  const kind = section === 'tenant' ? 'tenant' : sectionOf(section).kind;
  return new ApiError('NOT_FOUND', { message: `There is no ${kind} ${id}` });
}

export const itemReadRoutes: readonly AdminRoute<AdminDeps>[] = [listItems, getItem];
