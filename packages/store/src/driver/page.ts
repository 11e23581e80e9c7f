/** Pages of a list, newest first: what is on one, and where the next begins. */
import type { Document } from 'mongodb';

/** The first `limit` items of a result with one more than a page shows, and the cursor of the next page if there is one. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  cursorOf: (item: T) => string,
): { readonly items: readonly T[]; readonly nextCursor: string | null } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last !== undefined ? cursorOf(last) : null };
}

/** A time of documents; `before` is exclusive. */
interface Within {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

/** Narrows documents to those whose `field` is within a time and, newest first and by key, comes after that of `after`. */
export function newestFirstAfter<Field extends string>(
  field: Field,
  { from, before }: Within,
  after?: Readonly<Record<Field, Date>> & { readonly _id: string },
): Document {
  const within = {
    ...(from && { $gte: from }),
    ...(before && { $lt: before }),
    ...(after && { $lte: after[field] }),
  };
  return {
    ...(Object.keys(within).length > 0 && { [field]: within }),
    ...(after && { $nor: [{ [field]: after[field], _id: { $gte: after._id } }] }),
  };
}
