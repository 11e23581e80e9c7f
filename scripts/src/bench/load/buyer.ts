/** The buyer of a run, seen from the bench: the process behind it, and its account of what came in. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { startProgram } from '../yardsticks/start-program.js';
import type { Arrival } from '../yardsticks/buyer-program.js';
import { nowMs } from '../now-ms.js';

/** A buyer that takes everything, plays webhook receiver and ad platform as well, and tells what came in. */
export interface Buyer {
  readonly url: string;
  /** How many different keys came to each path, and how many calls in all. */
  counts(): Promise<Readonly<Record<string, { readonly keys: number; readonly calls: number }>>>;
  /** The first arrival of each key at a path. */
  arrivals(path: string): Promise<readonly Arrival[]>;
  /** Resolves once `count` different keys came to `path`. @throws Problem when nothing comes any more */
  awaitArrivals(path: string, count: number): Promise<void>;
  /** Forgets what came to these paths. */
  forget(...paths: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 25;
/** Longer than any pause that a working contestant makes: its sweep looks within half a minute. */
const SILENT_AFTER_MS = 60_000;

/** Starts a buyer as a process of its own. */
export async function startBuyer(): Promise<Buyer> {
  const program = await startProgram('buyer', 'buyer', {});
  const url = program.url;
  const counts: Buyer['counts'] = async () => (await ask(url, 'GET', '/bench/counts')) as never;
  return {
    url,
    counts,
    arrivals: async (path) =>
      (await ask(url, 'GET', `/bench/arrivals?path=${encodeURIComponent(path)}`)) as Arrival[],
    async forget(...paths) {
      for (const path of paths) await ask(url, 'DELETE', `/bench/arrivals?path=${encodeURIComponent(path)}`);
    },
    stop: () => program.stop(),
    async awaitArrivals(path, count) {
      let seen = 0;
      let movedMs = nowMs();
      for (;;) {
        const keys = (await counts())[path]?.keys ?? 0;
        if (keys >= count) return;
        if (keys > seen) {
          seen = keys;
          movedMs = nowMs();
        }
        if (nowMs() - movedMs > SILENT_AFTER_MS)
          throw new Problem(`Only ${keys} of ${count} arrived at ${path}; nothing came for a minute.`);
        await pause(LOOK_EVERY_MS);
      }
    },
  };
}

async function ask(url: string, method: string, path: string): Promise<unknown> {
  const response = await fetch(`${url}${path}`, { method });
  return response.status === 204 ? undefined : response.json();
}
