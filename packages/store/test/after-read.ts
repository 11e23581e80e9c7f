import type { Collection, Document } from 'mongodb';

/** The collection as a reader sees it who is overtaken: `happens` runs between its first read and its next write. */
export function afterRead<T extends Document>(
  collection: Collection<T>,
  happens: () => Promise<void>,
): Collection<T> {
  let left = 1;
  const then = async <Read>(read: Promise<Read>): Promise<Read> => {
    const found = await read;
    left -= 1;
    if (left === 0) await happens();
    return found;
  };
  const reads = {
    findOne: (filter: object) => then(collection.findOne(filter)),
    find: (filter: object) => ({ toArray: () => then(collection.find(filter).toArray()) }),
  };
  return new Proxy(collection, {
    get: (target, name) => {
      if (name === 'find' || name === 'findOne') return reads[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? (member.bind(target) as unknown) : member;
    },
  });
}
