/**
 * Counts how often a submission or effect was started again because it threw, or because its worker died while
 * processing it.
 */
import type { Collection, Document } from 'mongodb';
import type { Keyed } from './batched-collection.js';

/** The two kinds of trouble, by the field that counts them. */
export type Trouble = 'restarts' | 'deaths';

/**
 * Counts one more of `kind`, and returns how many there were. Restarts are counted per step: for a submission that has
 * reached another step, or was not restarted because of trouble, the count starts at one again.
 */
export async function countTrouble<T extends Keyed>(
  collection: Collection<T>,
  key: string,
  kind: Trouble,
  at: string,
): Promise<number> {
  const sameStep = { $or: [kind === 'deaths', { $eq: ['$restartsAt', at] }] };
  const before = { $cond: [sameStep, { $ifNull: [`$${kind}`, 0] }, 0] };
  const counted = await (collection as unknown as Collection<Document>).findOneAndUpdate(
    { _id: key as never },
    [{ $set: { [kind]: { $add: [before, 1] }, ...(kind === 'restarts' && { restartsAt: at }) } }],
    { returnDocument: 'after', projection: { [kind]: 1 } },
  );
  return Number(counted?.[kind] ?? 0);
}
