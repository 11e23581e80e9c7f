/** Runs tasks of one name one after another, in the order of their requests. */

/** Runs `work` once every earlier task of the same `name` has ended, or has taken too long. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/**
 * Makes an empty set of turns. A task that takes longer than `atMostMs` continues, but no longer holds up those behind
 * it.
 */
export function createTurns(atMostMs: number): InTurn {
  const last = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = last.get(name);
    let endTurn: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      endTurn = () => {
        if (last.get(name) === turn) last.delete(name);
        resolve();
      };
    });
    last.set(name, turn);
    await before;
    const tooLong = setTimeout(endTurn, atMostMs);
    try {
      return await work();
    } finally {
      clearTimeout(tooLong);
      endTurn();
    }
  };
}
