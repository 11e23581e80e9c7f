/**
 * Turns of the event loop. Leads that one round trip served resume in the same turn, one directly after another. If
 * each has much to compute, together they would block all other work.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn that has lasted this long starts no further task. */
const LONG_ENOUGH_MS = 20;

let beganAt: number | undefined;
let last = Promise.resolve();

/**
 * Resolves in this turn of the event loop if the turn has time left, otherwise in a later one; and only after earlier
 * callers have run on to their next wait. Await it right before heavy work.
 */
export function ownTurn(): Promise<void> {
  last = last.then(turnWithTimeLeft);
  return last;
}

async function turnWithTimeLeft(): Promise<void> {
  if (beganAt !== undefined && performance.now() - beganAt >= LONG_ENOUGH_MS) {
    await nextTurn();
    beganAt = undefined;
  }
  if (beganAt !== undefined) return;
  const began = performance.now();
  beganAt = began;
  setImmediate(() => {
    if (beganAt === began) beganAt = undefined;
  });
}
