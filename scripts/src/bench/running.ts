/** What runs for a measurement, and waiting for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';

const PATIENCE_MS = 300_000;
const LOOK_EVERY_MS = 20;

/** Everything that has been started, in this order. Whoever starts something adds it. */
export const running: { stop(): Promise<unknown> }[] = [];

/** Stops everything that runs, the latest first. */
export async function stopAll(): Promise<void> {
  for (let one = running.pop(); one; one = running.pop()) await one.stop().catch(() => undefined);
}

/** Resolves once `reached` holds. @throws Problem that names `what` after five minutes */
export async function waitUntil(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (!(await reached())) {
    if (performance.now() > untilMs) throw new Problem(`Not within five minutes: ${what}.`);
    await pause(LOOK_EVERY_MS);
  }
}
