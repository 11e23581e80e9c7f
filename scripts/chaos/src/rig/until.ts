/** Waits for a condition. */
import { setTimeout as pause } from 'node:timers/promises';

/** Polls `holds` every 100 ms for at most `withinMs`; returns whether it became true. */
export async function until(holds: () => Promise<boolean> | boolean, withinMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) return false;
    await pause(100);
  }
  return true;
}
