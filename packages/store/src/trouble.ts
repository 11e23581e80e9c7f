/** Counting how often something was begun again because it threw, or because its worker died with it in hand. */
import type { Collection, Document } from 'mongodb';
import type { Keyed } from './collection-sharing.js';

/** The two kinds of trouble, by the field that counts them. */
export type Trouble = 'restarts' | 'deaths';

/** Counts one more of `kind`, and says how many there were. */
export async function countTrouble<T extends Keyed>(
  collection: Collection<T>,
  key: string,
  kind: Trouble,
): Promise<number> {
  const counted = await (collection as unknown as Collection<Document>).findOneAndUpdate(
    { _id: key as never },
    { $inc: { [kind]: 1 } },
    { returnDocument: 'after', projection: { [kind]: 1 } },
  );
  return Number(counted?.[kind] ?? 0);
}
