/** A process that dies between two writes, from the stores' point of view. */
import type { Db } from 'mongodb';

/** The database `db` as seen by a process that dies at its `n`th write, and whether it got that far. */
export function endingAt(db: Db, n: number): { db: Db; reached: () => boolean } {
  const writes = new Set<string | symbol>([
    'updateOne',
    'updateMany',
    'deleteMany',
    'bulkWrite',
    'findOneAndUpdate',
  ]);
  let made = 0;
  const counted = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const member = Reflect.get(of, name) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]): unknown => {
          if (writes.has(name) && (made += 1) > n) throw new Error('killed');
          const result = (member as (...given: unknown[]) => unknown).apply(of, args);
          return name === 'collection' ? counted(result as object) : result;
        };
      },
    });
  return { db: counted(db), reached: () => made > n };
}
