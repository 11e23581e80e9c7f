/** Ends a stream when its caller may call no more: a request is judged once, and a stream lasts long after that. */
import { repeat } from '@sluice/concurrency';

const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 5_000;

/**
 * Asks every few seconds whether the caller may go on, and calls `end` once it may not. While nothing answers, the
 * stream goes on: Now has to show on a page that is open that a store is away. Returns a function that stops asking.
 */
export function keepAsking(mayGoOn: () => Promise<boolean>, end: () => void): () => void {
  const asking = repeat({
    what: 'asking whether a caller may go on',
    run: async () => {
      if (!(await mayGoOn())) end();
    },
    everyMs: ASK_EVERY_MS,
    withinMs: ANSWER_WITHIN_MS,
  });
  return () => void asking.stop();
}
