/** The buyer of a run as the bench sees it: its process, and its record of the calls. */
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '@sluice/local';
import { startProgram } from '../yardsticks/start-program.js';
import type { Arrival } from '../yardsticks/buyer-program.js';
import { nowMs } from '../now-ms.js';

/** A buyer that accepts everything, also plays webhook receiver and ad platform, and reports the calls. */
export interface Buyer {
  readonly url: string;
  /** The number of distinct keys at each path, and of all calls. */
  counts(): Promise<Readonly<Record<string, { readonly keys: number; readonly calls: number }>>>;
  /** The first arrival of each key at a path. */
  arrivals(path: string): Promise<readonly Arrival[]>;
  /** Resolves once `count` distinct keys have arrived at `path`. @throws Problem if no more arrive */
  awaitArrivals(path: string, count: number): Promise<void>;
  /** Clears the records of these paths. */
  forget(...paths: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 25;
/** Longer than any pause of a working contestant, whose sweep runs within half a minute. */
const SILENT_AFTER_MS = 60_000;

/** Starts a buyer as a separate process. */
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
