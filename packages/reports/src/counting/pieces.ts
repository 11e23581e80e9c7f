/** Cuts a range of time into pieces of about as many documents each, along an index. */
import type { Collection, Document } from 'mongodb';

/** A part of a range of time. */
export interface Piece {
  readonly from: Date;
  /** Exclusive. */
  readonly before: Date;
}

/** The index: on the tenant, the field with the time, and `_id`, of the documents that match `only`. */
export interface Along {
  readonly tenantId: string;
  readonly field: string;
  readonly only?: Document;
}

/**
 * The pieces of `all`, in order, without a gap; the last one is empty if nothing else is left. A piece has at most
 * `size` documents, and those of the same instant as its last one. Only index entries are read.
 */
export async function* piecesOf<Stored extends Document>(
  collection: Collection<Stored>,
  { tenantId, field, only = {} }: Along,
  all: Piece,
  size: number,
): AsyncGenerator<Piece> {
  let { from } = all;
  while (from < all.before) {
    const [last] = await collection
      .find<Readonly<Record<string, Date>>>(
        { tenantId, [field]: { $gte: from, $lt: all.before }, ...only } as never,
        {
          projection: { _id: 0, [field]: 1 },
        },
      )
      .sort({ [field]: 1, _id: 1 })
      .skip(size - 1)
      .limit(1)
      .toArray();
    const at = last?.[field];
    const before = at === undefined ? all.before : new Date(Math.min(at.getTime() + 1, all.before.getTime()));
    yield { from, before };
    from = before;
  }
}
