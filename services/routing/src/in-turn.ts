/** Doing things one after another, in the order in which they were asked for, apart for each name. */

/** Does `work` when everything that was asked for under `name` before is done, or has taken too long. */
export type InTurn = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Starts with nothing asked for. Work that takes longer than `atMostMs` goes on, and so do those behind it. */
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
