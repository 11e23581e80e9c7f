/**
 * Spacing: work whose worker died starts one piece after another. The piece that kills its worker then does so alone
 * and is counted alone, instead of taking the others with it again and again.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** Starts `work` when its turn has come. */
export type Spacing = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue of starts. Each waits until the one before has ended, or for `apartMs` if that takes longer. */
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
