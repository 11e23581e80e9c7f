/** Waiting for something to become true. */
import { setTimeout as pause } from 'node:timers/promises';

/** Asks every 100 ms until `holds`, for at most `withinMs`; says whether it came true. */
export async function until(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) return false;
    await pause(100);
  }
  return true;
}
