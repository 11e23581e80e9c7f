/**
 * Effects that depend on another record: their keys start with its key, and they are found only through it, so it is
 * deleted after them.
 */
import type { Collection } from 'mongodb';
import type { EffectDocument } from '../effects.js';
import { keyRange } from '../keys.js';

/** A filter on keys. */
type KeyFilter = { readonly _id: string } | { readonly _id: ReturnType<typeof keyRange> };

/** The filters of the documents that depend on the documents of `keys`. */
export function under(keys: readonly string[]): readonly KeyFilter[] {
  return keys.map((key) => ({ _id: keyRange(`${key}.`) }));
}

/** The key of the document that a dependent one belongs to, or the key itself. No id and no tenant contains a dot. */
export function ownerOf(key: string): string {
  const end = key.indexOf('.');
  return end < 0 ? key : key.slice(0, end);
}

/** Those of `keys` of which no dependent effect is still to be carried out. */
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
