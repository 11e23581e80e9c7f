/**
 * Spacing: work that was in hand when workers died is begun one piece after the other, so that the piece that ends its
 * worker does so alone and is counted alone, and does not take the others with it again and again.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Begins `work` when its turn has come. */
export type Spacing = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue of beginnings: each waits until the one before has ended, or for `apartMs` if that takes longer. */
export function createSpacing(apartMs: number): Spacing {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const begun = turn;
    const running = begun.then(work);
    const ended = running.catch(() => undefined);
    turn = Promise.race([ended, begun.then(() => pause(apartMs, undefined, { ref: false }))]);
    return running;
  };
}
