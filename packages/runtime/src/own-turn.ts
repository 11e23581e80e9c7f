/**
 * Turns of the event loop. Leads whose round trips meet go on in the same turn, one straight after another; where each
 * has much to work out, they would together keep all other work waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A turn that has lasted so long takes on nothing more. */
const LONG_ENOUGH_MS = 20;

let beganAt: number | undefined;
let last = Promise.resolve();

/**
 * Resolves in this turn of the event loop while it is young, else in a later one; and only after the callers that asked before
 * has gone on until its next wait. Await it right before heavy work.
 */
export function ownTurn(): Promise<void> {
  last = last.then(youngTurn);
  return last;
}

async function youngTurn(): Promise<void> {
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
