/** The items of a tenant file: listed, and read one at a time. */
import {
  adminGetItem,
  adminListItems,
  ApiError,
  referringSections,
  type ItemSection,
  pageEnd,
} from '@sluice/contracts';
import { bodyHash } from '@sluice/http';
import type { StoresFor } from '@sluice/pipeline';
import { pageOf } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { isArchived } from '../catalog/archived-references.js';
import { asWritten } from '../catalog/live-file.js';
import { withoutSecrets } from '../catalog/secrets.js';
import type { Item } from '../catalog/sections.js';
import { usersOf } from '../catalog/used-by.js';
import { etagOfHash, itemEtag } from './item-etag.js';
import { catalogOf, sectionOf, settingsItem, storedState } from './stored-item.js';

type Deps = StoresFor<'configurations' | 'forTenant' | 'tenants'> & Pick<AdminDeps, 'encryptionKeys'>;

const nameIn = (name: unknown): string | undefined => (typeof name === 'string' ? name : undefined);

const listItems = defineAdminRoute(
  adminListItems,
  async ({ tenant, params: { tenantId, section }, query }, { stores, encryptionKeys }: Deps) => {
    if (section === 'tenant') {
      const etag = itemEtag(settingsItem({ ...tenant }), encryptionKeys);
      return { items: [{ id: tenantId, name: tenant.name, archived: false, etag }], ...pageEnd(null) };
    }
    const { search, archived, cursor, limit } = query;
    const row = sectionOf(section);
    const asked = { search, after: cursor, inUse: archived === 'false' };
    const hashOf = (item: Item) => bodyHash(asWritten(item));
    const found = await catalogOf(stores.forTenant(tenantId), section).rows(asked, limit + 1, hashOf);
    const { items, nextCursor } = pageOf(found, limit, ({ id }) => id);
    return {
      items: items.map(({ id, item, hash }) => ({
        id,
        name: nameIn(item[row.name]) ?? id,
        archived: isArchived(section, asWritten(item)),
        etag: etagOfHash(hash, encryptionKeys),
      })),
      ...pageEnd(nextCursor),
    };
  },
);

const getItem = defineAdminRoute(
  adminGetItem,
  async ({ params: { tenantId, section, id } }, { stores, encryptionKeys }: Deps) => {
    const stored = await storedState(stores, tenantId, section, id);
    if (!stored) throw noItem(section, id);
    const { item, hash = bodyHash(item) } = stored;
    const of = stores.forTenant(tenantId);
    const referring = new Map(
      await Promise.all(
        referringSections.map(async (from) => [from, await catalogOf(of, from).allCached()] as const),
      ),
    );
    const users = usersOf(section, id, (from) => referring.get(from) ?? []);
    return {
      item: withoutSecrets(item),
      etag: etagOfHash(hash, encryptionKeys),
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
