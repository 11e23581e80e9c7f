/** Doing things one after another, in the order in which they were asked for, apart for each name. */

/** Does `work` when everything that was asked for under `name` before is done. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Starts with nothing asked for. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (name, work) => {
    const before = last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (last.get(name) === mine) last.delete(name);
    }
  };
}
