/** Which items refer to an item. */
import {
  itemReferences,
  referringSections,
  sections,
  type ItemSection,
  type Section,
} from '@sluice/contracts';
import type { Item } from './sections.js';

/** An item, by its section and id. */
interface ItemKey {
  readonly section: Section;
  readonly id: string;
}

/** The items among these, by section and id, that refer to this one; itself left out. */
export function usersOf(
  section: ItemSection,
  id: string,
  itemsOf: (section: Section) => readonly Item[],
): readonly (ItemKey & { readonly item: Item })[] {
  return sections
    .filter((each) => referringSections.includes(each.section))
    .flatMap((from) =>
      itemsOf(from.section)
        .filter((item) => itemReferences(from.section, item, id).some((named) => named.section === section))
        .map((item) => ({ section: from.section, id: String(item[from.id]), item })),
    )
    .filter((user) => user.section !== section || user.id !== id);
}
