/** Checking, saving and archiving items. */
import {
  adminArchiveItem,
  adminCheckItem,
  adminCheckSettings,
  adminSaveItem,
  adminSaveSettings,
  type AdminEndpoint,
  type Campaign,
  type ItemSection,
  type SentenceView,
  type TenantFile,
} from '@sluice/contracts';
import {
  explainCampaign,
  explainEndpoint,
  explainItem,
  explainPrice,
  explainReturns,
  explainSupplier,
} from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import type { Actor } from '../actor.js';
import { archivedIn, archivedInUse, usersInUse } from '../catalog/archived-references.js';
import { asWritten, readStored } from '../catalog/live-file.js';
import type { CatalogDeps } from '../catalog/read-plan.js';
import { withoutSecrets } from '../catalog/secrets.js';
import type { Item } from '../catalog/sections.js';
import { shownChange } from '../catalog/shown-change.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import {
  changedBy,
  changeStored,
  planSave,
  saveItem,
  stillArchived,
  stillUsed,
  type BasedItem,
  type Save,
} from './change-item.js';
import { itemEtag } from './item-etag.js';
import { settingsItem } from './stored-item.js';

type Deps = CatalogDeps & StoresFor<'clock'>;

const checkItem = defineAdminRoute(
  adminCheckItem,
  ({ params: { tenantId, section }, body, actor }, deps: Deps) =>
    checked(deps, tenantId, { section, ...body }, actor),
);

const checkSettings = defineAdminRoute(
  adminCheckSettings,
  ({ params: { tenantId }, body, actor }, deps: Deps) =>
    checked(deps, tenantId, { section: 'tenant', ...body }, actor),
);

async function checked(deps: Deps, tenantId: string, sent: BasedItem, actor: Actor) {
  const { changes, file } = await planSave(deps, tenantId, sent, actor);
  return { changes: changes.map(shownChange), inWords: inWords(sent.section, file) };
}

// The file holds the one item.
function inWords(section: ItemSection, file: TenantFile): readonly SentenceView[] {
  const {
    campaigns: [campaign],
    deliveryEndpoints: [endpoint],
    suppliers: [supplier],
  } = file;
  if (endpoint) return explainEndpoint(endpoint);
  if (supplier) return explainSupplier(supplier);
  if (campaign) return campaignInWords(campaign as unknown as Campaign);
  const item = section === 'tenant' ? settingsItem({ ...file }) : file[section][0];
  return explainItem(withoutSecrets(item ?? {}));
}

function campaignInWords(campaign: Campaign): SentenceView[] {
  const { refuses, sends, caps, hours } = explainCampaign(campaign);
  const { price, returns } = campaign;
  return [...refuses, ...sends, ...caps, ...hours, ...explainPrice(price), ...explainReturns(returns)];
}

const saveOneItem = defineAdminRoute(
  adminSaveItem,
  ({ params: { tenantId, section, id }, body, actor, note }, deps: Deps) =>
    saved(deps, tenantId, { section, id, ...body }, { actor, note }, adminSaveItem),
);

const saveSettings = defineAdminRoute(
  adminSaveSettings,
  ({ params: { tenantId, id }, body, actor, note }, deps: Deps) =>
    saved(deps, tenantId, { section: 'tenant', id, ...body }, { actor, note }, adminSaveSettings),
);

interface By {
  readonly actor: Actor;
  readonly note: (result: Readonly<Record<string, number>>) => void;
}

async function saved(deps: Deps, tenantId: string, save: Save, { actor, note }: By, endpoint: AdminEndpoint) {
  const { item, etag, made, heldLeadsDue } = await saveItem(deps, tenantId, save, actor, endpoint);
  note({ changes: made ? 1 : 0, heldLeadsDue });
  return { item: withoutSecrets(item), etag };
}

const archiveItem = defineAdminRoute(
  adminArchiveItem,
  async ({ params: { tenantId, section, id }, body: { archived }, actor, note }, deps: Deps) => {
    const of = deps.stores.forTenant(tenantId);
    const change = async (stored: Item) => {
      const all = await readStored(of, []);
      const users =
        archived && !archivedInUse.includes(section)
          ? usersInUse(section, id, (from) => [...all[from].values()])
          : [];
      if (users.length > 0) throw stillUsed(section, id, users);
      const named = archived ? [] : archivedIn(section, { ...asWritten(stored), archived }, all);
      if (named.length > 0) throw stillArchived(section, id, named);
      return section === 'fieldLibrary' ? { ...stored, active: !archived } : { ...stored, archived };
    };
    const by = changedBy(actor, adminArchiveItem);
    const { item, heldLeadsDue } = await changeStored(deps, tenantId, { section, id }, change, by);
    note({ archived: String(archived), heldLeadsDue });
    return { archived, etag: itemEtag(item, deps.encryptionKeys), heldLeadsDue };
  },
  ({ body: { archived } }) => ({ archived: String(archived) }),
);

export const itemWriteRoutes: readonly AdminRoute<AdminDeps>[] = [
  checkSettings,
  saveSettings,
  checkItem,
  saveOneItem,
  archiveItem,
];
