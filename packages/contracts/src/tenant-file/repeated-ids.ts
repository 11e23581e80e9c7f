/** Finds identifiers that a tenant file uses twice for the same kind of object. */
import { isObject, itemsOf } from '../reading/even-with-problems.js';
import { sections, type Section } from './sections.js';

/** What stands in each section; anything, because the entries may have problems of their own. */
type Sections = { readonly [S in Section]: unknown };

/** A repeated identifier, with its position. */
interface RepeatedId {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Returns each identifier that an earlier entry of the same section already uses. */
export function repeatedIds(file: Sections): RepeatedId[] {
  return sections.flatMap(({ section, id: field }) => {
    const seen = new Set<string>();
    return itemsOf(file[section]).flatMap((entry, index) => {
      const id = isObject(entry) ? entry[field] : undefined;
      if (typeof id !== 'string') return [];
      if (seen.has(id)) return [{ path: [section, index, field], message: 'is used by an earlier entry' }];
      seen.add(id);
      return [];
    });
  });
}
