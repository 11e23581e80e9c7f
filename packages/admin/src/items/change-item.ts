/** Changes of items by people and programs: each is a plan, with its entry in the history. */
import { ApiError, type AdminEndpoint, type ItemSection } from '@sluice/contracts';
import { finishPlan, now, type PlanStores } from '@sluice/pipeline';
import type { ChangedBy } from '@sluice/store';
import type { Actor } from '../actor.js';
import { asWritten } from '../catalog/live-file.js';
import { makeChanges } from '../catalog/make-changes.js';
import { itemChange } from '../catalog/plan-changes.js';
import type { CatalogDeps } from '../catalog/read-plan.js';
import { refuseOwnLimit } from '../catalog/refuse-own-limit.js';
import type { Item } from '../catalog/sections.js';
import { personOf } from '../who-did.js';
import { changedMeanwhile } from './changed-meanwhile.js';
import { decidedOnLatest } from './decided-on-latest.js';
import { itemEtag } from './item-etag.js';
import { planItem, type ItemPlan, type SentItem } from './plan-item.js';
import { noItem } from './read-routes.js';
import { catalogOf, sectionOf, storedItem } from './stored-item.js';

/** Who changes an item, and by which way. */
export function changedBy(actor: Actor, endpoint: AdminEndpoint): ChangedBy {
  return { ...personOf(actor, endpoint), way: actor.session ? 'form' : 'interface' };
}

/** An item as it was sent, and the etag that it is based on, null for a new one; undefined if that does not matter. */
export interface BasedItem extends SentItem {
  readonly basedOn?: string | null | undefined;
}

/** A save. */
export interface Save extends BasedItem {
  readonly id: string;
  readonly basedOn: string | null;
}

/** An item after a change. */
interface ChangedItem {
  readonly item: Item;
  readonly etag: string;
  /** Whether anything was changed. */
  readonly made: boolean;
  readonly heldLeadsDue: number;
}

/**
 * What saving an item would do now.
 * @throws ApiError VALIDATION_ERROR with every problem; INVALID_STATE if the item is not the one that it is based on;
 *   FORBIDDEN if only an operator may make the change
 */
export async function planSave(
  deps: CatalogDeps,
  tenantId: string,
  sent: BasedItem,
  actor: Actor,
): Promise<ItemPlan> {
  const { stores, encryptionKeys: keys } = deps;
  const { section, basedOn } = sent;
  const { id = ownId(tenantId, sent) } = sent;
  const refuseAnother = async (live: Item | undefined): Promise<void> => {
    if (id === undefined || basedOn === undefined) return;
    if ((live === undefined ? null : itemEtag(live, keys)) === basedOn) return;
    const conflict = { name: { section, id }, basedOn, live, caller: actor, keys };
    throw await changedMeanwhile(stores.forTenant(tenantId), conflict);
  };
  const plan = await planItem(tenantId, sent, deps).catch(async (error: unknown) => {
    // Of an item that is another one by now, a problem may be that of the other.
    if (id !== undefined) await refuseAnother(await storedItem(stores, tenantId, section, id));
    throw error;
  });
  if (plan.changes.length > 0) await refuseAnother(plan.live);
  refuseOwnLimit(actor, plan.changes);
  return plan;
}

function ownId(tenantId: string, { section, item }: SentItem): string | undefined {
  const id = section === 'tenant' ? tenantId : item[sectionOf(section).id];
  return typeof id === 'string' ? id : undefined;
}

/**
 * Saves an item. A change of another item meanwhile is no conflict: then it is planned again.
 * @throws ApiError VALIDATION_ERROR with every problem; INVALID_STATE if the item is not the one that it is based on
 */
export async function saveItem(
  deps: CatalogDeps & { readonly stores: PlanStores },
  tenantId: string,
  save: Save,
  actor: Actor,
  endpoint: AdminEndpoint,
): Promise<ChangedItem> {
  const { stores } = deps;
  const { section, id } = save;
  const made = await decidedOnLatest(`${section}/${id}`, async () => {
    await finishPlan(stores, tenantId);
    const plan = await planSave(deps, tenantId, save, actor);
    if (plan.changes.length === 0) return { made: false, heldLeadsDue: 0 };
    const done = await makeChanges(stores, tenantId, plan, changedBy(actor, endpoint));
    return done.kind === 'conflict' ? undefined : { made: true, heldLeadsDue: done.heldLeadsDue };
  });
  return { ...(await itemNow(deps, tenantId, section, id)), ...made };
}

async function itemNow(
  { stores, encryptionKeys }: Pick<CatalogDeps, 'stores' | 'encryptionKeys'>,
  tenantId: string,
  section: ItemSection,
  id: string,
): Promise<Pick<ChangedItem, 'item' | 'etag'>> {
  const item = await storedItem(stores, tenantId, section, id);
  if (!item) throw noItem(section, id);
  return { item, etag: itemEtag(item, encryptionKeys) };
}

/**
 * Changes a stored item as it is, whatever others do meanwhile. `change` answers the item as it shall be, `archived` as
 * in a tenant file, or undefined if nothing is to be changed; it may throw.
 * @throws ApiError NOT_FOUND
 */
export async function changeStored(
  { stores }: { readonly stores: PlanStores },
  tenantId: string,
  { section, id }: { readonly section: Exclude<ItemSection, 'tenant'>; readonly id: string },
  change: (stored: Item) => Promise<Item | undefined> | Item | undefined,
  by: ChangedBy,
): Promise<{ readonly item: Item; readonly made: boolean; readonly heldLeadsDue: number }> {
  return decidedOnLatest(`${section}/${id}`, async () => {
    await finishPlan(stores, tenantId);
    const version = await stores.configurations.version(tenantId);
    const stored = await catalogOf(stores.forTenant(tenantId), section).find(id);
    if (!stored) throw noItem(section, id);
    const wanted = await change(stored);
    const planned = wanted && itemChange(sectionOf(section), wanted, stored, now({ stores }));
    if (!planned?.write) return { item: asWritten(stored), made: false, heldLeadsDue: 0 };
    const plan = { changes: [planned], writes: [planned.write], version };
    const done = await makeChanges(stores, tenantId, plan, by);
    if (done.kind === 'conflict') return undefined;
    const written = planned.write.kind === 'item' ? planned.write.item : stored;
    return { item: asWritten(written as Item), made: true, heldLeadsDue: done.heldLeadsDue };
  });
}

/** The refusal to use again what refers to something archived. */
export function stillArchived(section: ItemSection, id: string, problems: readonly string[]): ApiError {
  return new ApiError('INVALID_STATE', {
    message: `${section}/${id} refers to what is archived; nothing was changed`,
    details: problems,
  });
}

/** The refusal to archive what is referred to. */
export function stillUsed(section: ItemSection, id: string, users: readonly string[]): ApiError {
  return new ApiError('INVALID_STATE', {
    message: `${section}/${id} is referred to by what is in use; nothing was changed`,
    details: users,
  });
}
