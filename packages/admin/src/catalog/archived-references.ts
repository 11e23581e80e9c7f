/**
 * References to archived items. A client, an offer, a campaign, a field and a number may be archived while something
 * refers to them, but nothing new may; anything else, only while nothing in use does.
 */
import {
  itemReferences,
  sections,
  type ItemReference,
  type ItemSection,
  type Section,
  type TenantFile,
} from '@sluice/contracts';
import type { Stored } from './live-file.js';
import type { Item } from './sections.js';
import { usersOf } from './used-by.js';

/** The sections whose items may be archived although something in use refers to them. */
export const archivedInUse: readonly Section[] = [
  'clients',
  'offers',
  'campaigns',
  'phoneNumbers',
  'fieldLibrary',
];

/** Returns a `path: problem` line for each. */
export function archivedReferences(file: TenantFile, stored: Stored): readonly string[] {
  return [...toArchived(file, stored), ...ofArchived(file, stored)];
}

/** The same for one item that is to be in use, as `path: problem` within it. */
export function archivedIn(section: Section, item: Item, stored: Stored): readonly string[] {
  const prefix = `${section}.0.`;
  return toArchived({ [section]: [item] }, stored).map((problem) => problem.slice(prefix.length));
}

// What an item of the file refers to.
function toArchived(file: ItemsBySection, stored: Stored): readonly string[] {
  const inFile = new Map(
    sections.map(({ section, id }) => [
      section,
      new Map(itemsOf(file, section).map((item) => [item[id], item])),
    ]),
  );
  return sections.flatMap(({ section, id }) =>
    itemsOf(file, section).flatMap((item, index) => {
      const before = stored[section].get(String(item[id]));
      if (isArchived(section, item, before)) return [];
      const references = itemReferences(section, item);
      const added = newlyNamed(itemReferences(section, before), references);
      return references.flatMap((reference) => {
        const { at, section: of, kind, id: named } = reference;
        const target = stored[of].get(named);
        const isNewlyNamed = target && isArchived(of, target, target) && added.has(reference);
        const isGone =
          isArchived(of, inFile.get(of)?.get(named), target) && (!archivedInUse.includes(of) || isNewlyNamed);
        return isGone ? [`${section}.${index}.${at}: ${kind} ${named} is archived`] : [];
      });
    }),
  );
}

// What an item names that it did not name before in a place of the kind, or less often. Entries of a list may have moved.
function newlyNamed(
  before: readonly ItemReference[],
  now: readonly ItemReference[],
): ReadonlySet<ItemReference> {
  const placeOf = ({ at, id }: ItemReference) => `${at} ${id}`;
  const kindOf = ({ at, id }: ItemReference) => `${at.replaceAll(/\d+/g, '#')} ${id}`;
  const placesBefore = new Set(before.map(placeOf));
  const hasMoved = (reference: ItemReference) => !placesBefore.has(placeOf(reference));
  const left = new Map<string, number>();
  for (const kind of before.map(kindOf)) left.set(kind, (left.get(kind) ?? 0) + 1);
  const wasThere = (reference: ItemReference): boolean => {
    const kind = kindOf(reference);
    const count = left.get(kind) ?? 0;
    left.set(kind, count - 1);
    return count > 0;
  };
  // Those that have not moved come first: what is left of the same name stood elsewhere.
  for (const reference of now) if (!hasMoved(reference)) wasThere(reference);
  return new Set(now.filter((reference) => hasMoved(reference) && !wasThere(reference)));
}

// What refers to an item of the file that is archived by it, and is not in the file itself.
function ofArchived(file: TenantFile, stored: Stored): readonly string[] {
  return sections
    .filter(({ section }) => !archivedInUse.includes(section))
    .flatMap(({ section, id }) =>
      itemsOf(file, section).flatMap((item, index) => {
        const name = String(item[id]);
        if (item['archived'] !== true || isArchived(section, undefined, stored[section].get(name))) return [];
        const users = usersInUse(section, name, (from) => storedOnly(file, stored, from));
        return users.length === 0
          ? []
          : [`${section}.${index}.archived: is referred to by ${users.join(', ')}`];
      }),
    );
}

/** The items among these that refer to an item and are in use themselves, as `section/id`. */
export function usersInUse(
  section: Section,
  id: string,
  among: (section: Section) => readonly Item[],
): readonly string[] {
  return usersOf(section, id, among)
    .filter((user) => !isArchived(user.section, undefined, user.item))
    .map((user) => `${user.section}/${user.id}`);
}

function storedOnly(file: TenantFile, stored: Stored, section: Section): readonly Item[] {
  const { id } = sections.find((each) => each.section === section) as (typeof sections)[number];
  const written = new Set(itemsOf(file, section).map((item) => item[id]));
  return [...stored[section].values()].filter((item) => !written.has(item[id]));
}

type ItemsBySection = Readonly<Partial<Record<Section, readonly Item[]>>>;

function itemsOf(file: ItemsBySection, section: Section): readonly Item[] {
  return file[section] ?? [];
}

/** Whether an item is archived: as a file has it, otherwise as it is stored. */
export function isArchived(section: ItemSection, written: Item | undefined, stored?: Item): boolean {
  if (section === 'fieldLibrary') return (written ?? stored)?.['active'] === false;
  const { archived = stored?.['archivedAt'] !== undefined } = written ?? {};
  return archived === true;
}
