import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrStartStores, type StorePair } from '@sluice/launch';
import type { Bench } from '../contestant.js';
import { running } from '../running.js';

/** Starts empty stores for a yardstick, run exactly as `npm start` runs them. */
export async function startStores({ folder }: Bench, name: string): Promise<StorePair> {
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const place = { dataDir, logDir: dataDir, note: (line: string) => console.error(line) };
  // Never the stores in the environment: made-up leads do not belong there.
  return findOrStartStores({}, place, (store) => running.push(store));
}
