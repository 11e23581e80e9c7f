/** The change that saving one item makes: that of applying a tenant file which holds this item only. */
import { ApiError, type ItemSection } from '@sluice/contracts';
import { asWritten } from '../catalog/live-file.js';
import { planOf, type CatalogDeps, type ReadFor, type ReadPlan } from '../catalog/read-plan.js';
import type { LiveConfiguration } from '../catalog/read-live.js';
import type { Item } from '../catalog/sections.js';
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
  const refuse = refuseWith(
    'The item cannot be saved; nothing was changed',
    placesOf([sent], () => ''),
  );
  let live: Item | undefined;
  const read: ReadFor = (complete, configuration) => {
    live = liveItem(tenantId, sent, configuration);
    return readAsFile(tenantId, [sent], { complete, configuration, deps, refuse });
  };
  const { allowLiteralCredentials } = sent;
  return {
    ...(await planOf(tenantId, { read, wholeSets: setsIn([sent]), allowLiteralCredentials }, deps)),
    live,
  };
}

/**
 * Reads several items, which may refer to each other, and compares them with the stored ones. Credentials may be written
 * out: a refusal of those that are not stored would tell which are, to whoever may not read them.
 * @throws ApiError VALIDATION_ERROR with every problem, by its path such as `items.0.item.name`
 */
export function planItems(
  tenantId: string,
  items: readonly SentItem[],
  deps: CatalogDeps,
): Promise<ReadPlan> {
  const refuse = refuseWith(
    'The items cannot be saved',
    placesOf(items, (n) => `items.${n}.item`),
  );
  const read: ReadFor = (complete, configuration) =>
    readAsFile(tenantId, items, { complete, configuration, deps, refuse });
  return planOf(tenantId, { read, wholeSets: setsIn(items), allowLiteralCredentials: true }, deps);
}

function setsIn(items: readonly SentItem[]): readonly string[] {
  return items.flatMap(({ section, id, item }) =>
    section === 'valueSets' ? [id ?? String(item['valueSetId'])] : [],
  );
}

interface Reading {
  readonly complete: Complete;
  readonly configuration: LiveConfiguration;
  readonly deps: CatalogDeps;
  readonly refuse: (problems: readonly string[]) => never;
}

// Reads the file that holds these items only.
function readAsFile(
  tenantId: string,
  items: readonly SentItem[],
  { complete, configuration, deps, refuse }: Reading,
) {
  const completed: Complete = (file) => [
    ...items.flatMap((sent) =>
      sent.section === 'tenant'
        ? settled(file, sent.item, liveItem(tenantId, sent, configuration))
        : named(file, sent),
    ),
    ...complete(file),
  ];
  const document = items.reduce<Fields>(withItem, { tenantId });
  const done = readTenantDocument(document, completed, deps.reads, refuse);
  return { ...done, unfilled: [], refuse };
}

function liveItem(tenantId: string, { section, id, item }: SentItem, live: LiveConfiguration) {
  if (section === 'tenant') return live.tenant && settingsItem({ ...live.tenant });
  const row = sectionOf(section);
  const stored = live.stored[section].get(id ?? String(item[row.id]));
  return stored && asWritten(stored);
}

function withItem(file: Fields, { section, item }: SentItem): Fields {
  if (section !== 'tenant')
    return { ...file, [section]: [...((file[section] ?? []) as readonly Item[]), item] };
  const { tenantId = file['tenantId'], name, settings = {} } = item;
  return { ...file, tenantId, ...(name !== undefined && { name }), settings };
}

type Fields = Record<string, unknown>;

// Settings are replaced whole: what the item does not have is removed. Nothing else of a file belongs to them.
function settled(file: unknown, item: Item, live: Item | undefined): readonly string[] {
  const { settings } = file as { settings: unknown };
  if (typeof settings === 'object' && settings !== null)
    for (const name of Object.keys(live?.['settings'] ?? {}))
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

/** Where an item is in the file, and in what was sent. */
type Place = readonly [inFile: string, sent: string];

function placesOf(items: readonly SentItem[], sentAt: (n: number) => string): readonly Place[] {
  const counts = new Map<string, number>();
  const places = items.map(({ section }, n): Place => {
    const nth = counts.get(section) ?? 0;
    counts.set(section, nth + 1);
    return [section === 'tenant' ? '' : `${section}.${nth}`, sentAt(n)];
  });
  // What is of no other item is of the settings.
  return places.toSorted(([a], [b]) => b.length - a.length);
}

function refuseWith(message: string, places: readonly Place[]): (problems: readonly string[]) => never {
  return (problems) => {
    const details = problems.map((problem) => {
      const path = pathOf(problem);
      const [inFile, sent] =
        places.find(([each]) => each === '' || path === each || path.startsWith(`${each}.`)) ?? [];
      if (inFile === undefined) return problem;
      const within = inFile === '' ? path : path.slice(inFile.length + 1);
      const shown = [sent, within].filter((part) => part !== '').join('.');
      return `${shown || 'item'}${problem.slice(path.length)}`;
    });
    throw new ApiError('VALIDATION_ERROR', { message, details });
  };
}
