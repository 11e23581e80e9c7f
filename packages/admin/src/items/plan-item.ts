/** The change that saving one item makes: that of applying a tenant file which holds this item only. */
import { ApiError, type ItemSection } from '@sluice/contracts';
import { asWritten } from '../catalog/live-file.js';
import { planOf, type CatalogDeps, type ReadPlan } from '../catalog/read-plan.js';
import type { LiveConfiguration } from '../catalog/read-live.js';
import { shownNames, type Item } from '../catalog/sections.js';
import { pathOf, readTenantDocument, type Complete } from '../catalog/tenant-document.js';
import { sectionOf, settingsItem } from './stored-item.js';

/** An item as it was sent. */
export interface SentItem {
  readonly section: ItemSection;
  /** That of the path; undefined if only the item itself says it. */
  readonly id?: string | undefined;
  readonly item: Item;
  readonly allowLiteralCredentials?: boolean | undefined;
}

/** What saving an item would do. */
export interface ItemPlan extends ReadPlan {
  /** The item as it is now, as a tenant file writes it; undefined for a new one. */
  readonly live: Item | undefined;
}

/**
 * Reads an item and compares it with the stored one.
 * @throws ApiError VALIDATION_ERROR with every problem, by its path within the item
 */
export async function planItem(tenantId: string, sent: SentItem, deps: CatalogDeps): Promise<ItemPlan> {
  const { section, item, allowLiteralCredentials } = sent;
  let live: Item | undefined;
  const read = (complete: Complete, configuration: LiveConfiguration) => {
    live = liveItem(tenantId, sent, configuration);
    const document = documentOf(tenantId, section, item);
    const refuse = refuseWithin(section);
    const completed: Complete = (file) => [
      ...(section === 'tenant' ? settled(file, item, live) : named(file, sent)),
      ...complete(file),
    ];
    const done = readTenantDocument(document, completed, deps.reads, refuse);
    return { ...done, unfilled: [], refuse };
  };
  const plan = await planOf(tenantId, { read, allowLiteralCredentials }, deps);
  // That its client was renamed is no change of a campaign that somebody has opened.
  const isOnlyShown = plan.changes.every(
    ({ change, fields }) =>
      change === 'changed' && fields.every(({ path: [name = ''] }) => shownNames.includes(name)),
  );
  return { ...plan, ...(isOnlyShown && { changes: [], writes: [] }), live };
}

function liveItem(tenantId: string, { section, id, item }: SentItem, live: LiveConfiguration) {
  if (section === 'tenant') return live.tenant && settingsItem({ ...live.tenant });
  const row = sectionOf(section);
  const stored = live.stored[section].get(id ?? String(item[row.id]));
  return stored && asWritten(stored);
}

// A copy, because reading it restores its secrets in place.
function documentOf(tenantId: string, section: ItemSection, item: Item): Item {
  const copy = structuredClone(item);
  if (section !== 'tenant') return { tenantId, [section]: [copy] };
  const { tenantId: named = tenantId, name, settings = {} } = copy;
  return { tenantId: named, ...(name !== undefined && { name }), settings };
}

type Fields = Record<string, unknown>;

// Settings are replaced whole: what the item does not have is removed. Nothing else of a file belongs to them.
function settled(file: unknown, item: Item, live: Item | undefined): readonly string[] {
  const { settings } = file as { settings: unknown };
  if (typeof settings === 'object' && settings !== null)
    for (const name of Object.keys((live?.['settings'] ?? {}) as Fields))
      if (!Object.hasOwn(settings, name)) (settings as Fields)[name] = null;
  return Object.keys(item)
    .filter((name) => !['tenantId', 'name', 'settings'].includes(name))
    .map((name) => `${name}: is not a known field`);
}

// The path names the item; if the item says its id too, it is the same.
function named(file: unknown, { section, id }: SentItem): readonly string[] {
  if (section === 'tenant' || id === undefined) return [];
  const row = sectionOf(section);
  const [item] = (file as Record<string, readonly Fields[]>)[section] as readonly [Fields];
  item[row.id] ??= id;
  return item[row.id] === id ? [] : [`${section}.0.${row.id}: must be ${id}, whose item this is`];
}

function refuseWithin(section: ItemSection): (problems: readonly string[]) => never {
  const before = section === 'tenant' ? '' : `${section}.0`;
  return (problems) => {
    throw new ApiError('VALIDATION_ERROR', {
      message: 'The item cannot be saved; nothing was changed',
      details: problems.map((problem) => {
        const path = pathOf(problem);
        if (before === '' || !path.startsWith(before)) return problem;
        return `${path.slice(before.length + 1) || 'item'}${problem.slice(path.length)}`;
      }),
    });
  };
}
