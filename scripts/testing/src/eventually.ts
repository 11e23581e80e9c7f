/** How tests wait for what others bring about. */
import { setTimeout as pause } from 'node:timers/promises';

/** The polling interval: short at first, then longer the more time has passed. */
const LOOK_AGAIN_MS = { atFirst: 10, atMost: 250, partOfTheWait: 0.05 };

/**
 * On a machine that is busy with other work, a lead may need half a minute. This bound only ends a wait that is in vain;
 * a test that promises a time gives its own.
 */
const USUALLY_WITHIN_MS = 60_000;

/** Waits until `condition` returns a value; fails with `what` after `timeoutMs`. */
export async function eventually<T>(
  what: string,
  condition: () => Promise<T | false | undefined> | T | false | undefined,
  timeoutMs = USUALLY_WITHIN_MS,
): Promise<T> {
  const { atFirst, atMost, partOfTheWait } = LOOK_AGAIN_MS;
  const startedAt = performance.now();
  for (;;) {
    const result = await condition();
    if (result !== false && result !== undefined) return result;
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > timeoutMs) throw new Error(`not within ${timeoutMs} ms: ${what}`);
    await pause(Math.min(atMost, atFirst + waitedMs * partOfTheWait));
  }
}
