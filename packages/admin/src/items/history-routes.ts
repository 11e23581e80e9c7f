/** What items were before their changes. */
import { adminGetItemVersion, adminListItemVersions, ApiError } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import type { ItemChange } from '@sluice/store';
import { asWritten } from '../catalog/live-file.js';
import { withoutSecrets } from '../catalog/secrets.js';
import type { Item } from '../catalog/sections.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { shownBy, type Caller } from '../who-did.js';
import { settingsItem } from './stored-item.js';

type Deps = StoresFor<'forTenant'>;

const listVersions = defineAdminRoute(
  adminListItemVersions,
  async ({ params: { tenantId, section, id }, actor }, { stores }: Deps) => {
    const versions = await stores.forTenant(tenantId).itemVersions.list({ section, id });
    return { versions: versions.map((change) => shown(change, actor)) };
  },
);

const getVersion = defineAdminRoute(
  adminGetItemVersion,
  async ({ params: { tenantId, section, id, version }, actor }, { stores }: Deps) => {
    const found = await stores.forTenant(tenantId).itemVersions.find({ section, id }, version);
    if (!found)
      throw new ApiError('NOT_FOUND', { message: `There is no version ${version} of ${section}/${id}` });
    const before = found.item as Item | null;
    const written =
      before && (section === 'tenant' ? settingsItem({ tenantId, ...before }) : asWritten(before));
    return { ...shown(found, actor), item: written && withoutSecrets(written) };
  },
);

function shown({ version, at, way, ...who }: ItemChange, caller: Caller) {
  return { version, at: at.toISOString(), by: shownBy(caller, who), way };
}

export const itemHistoryRoutes: readonly AdminRoute<AdminDeps>[] = [listVersions, getVersion];
