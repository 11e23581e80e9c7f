/**
 * Effects that hang on another record, whose keys start with the key of that record. They are found only through it, so
 * it is deleted after them.
 */
import type { Collection } from 'mongodb';
import type { EffectDocument } from '../effects.js';
import { keyRange } from '../keys.js';

/** A filter on keys. */
type KeyFilter = { readonly _id: string } | { readonly _id: ReturnType<typeof keyRange> };

/** The filters of the documents that hang on the documents of `keys`. */
export function under(keys: readonly string[]): readonly KeyFilter[] {
  return keys.map((key) => ({ _id: keyRange(`${key}.`) }));
}

/** The key of the document that a key hangs on, or the key itself. Neither an id nor a tenant contains a dot. */
export function ownerOf(key: string): string {
  const end = key.indexOf('.');
  return end < 0 ? key : key.slice(0, end);
}

/** Those of `keys` on which no effect hangs that is still to be carried out. */
export async function withNothingDue(
  effects: Collection<EffectDocument>,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return keys;
  const due = await effects
    .find({ status: 'due', $or: [{ _id: { $in: [...keys] } }, ...under(keys)] }, { projection: { _id: 1 } })
    .toArray();
  const owners = new Set(due.map(({ _id }) => ownerOf(_id)));
  return keys.filter((key) => !owners.has(key));
}
