/** Fresh stores for the yardsticks, started and run exactly as `npm start` does for Sluice. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrStartStores, type Backend } from '@sluice/launch';
import type { Pids } from '../scenario.js';

/** Running stores. */
export interface YardstickStores {
  readonly redisUrl: string;
  readonly mongodbUrl: string;
  pids(): { readonly redis: Pids[string]; readonly mongodb: Pids[string] };
  stop(): Promise<void>;
}

/** Starts an empty Redis and an empty MongoDB with their data in `folder`. */
export async function startStores(folder: string): Promise<YardstickStores> {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const place = {
    dataDir: folder,
    logDir: join(folder, 'logs'),
    note: (line: string) => console.error(line),
  };
  // Never the stores in the environment: a hundred thousand made-up leads do not belong there.
  const found: Backend[] = [];
  const stop = async () => void (await Promise.all(found.map((store) => store.stop())));
  const { redis, mongodb } = await findOrStartStores({}, place, (store) => found.push(store)).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  return {
    redisUrl: redis.url,
    mongodbUrl: mongodb.url,
    pids: () => ({
      redis: redis.pid === undefined ? [] : [redis.pid],
      mongodb: mongodb.pid === undefined ? [] : [mongodb.pid],
    }),
    stop,
  };
}
