/** An engine on a data directory of its own, which is removed after the test, and helpers for processes. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, type Collection, type Db, type Document, type ObjectId } from 'mongodb';
import { startEmbeddedMongo, type EmbeddedMongo, type EmbeddedMongoOptions } from '../src/index.js';

/** Any document whose id the writer chooses. */
export interface Row extends Document {
  _id: string | number | ObjectId;
}

/** A running engine with a connected driver. */
export interface Scratch {
  readonly dataDir: string;
  readonly engine: EmbeddedMongo;
  readonly client: MongoClient;
  readonly db: Db;
  rows(name: string): Collection<Row>;
  dispose(): Promise<void>;
}

/** Starts an engine on an empty directory and connects the official driver to it. */
export async function startScratch(options: Partial<EmbeddedMongoOptions> = {}): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-mongo-'));
  const engine = await startEmbeddedMongo({ dataDir, ...options });
  const client = await new MongoClient(engine.url).connect();
  return {
    dataDir,
    engine,
    client,
    db: client.db('test'),
    rows: (name) => client.db('test').collection<Row>(name),
    async dispose() {
      await client.close();
      await engine.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Whether the process is running; a zombie is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits until `condition` holds and fails after `timeoutMs`. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; !(await condition()); await wait(10)) {
    if (performance.now() > deadline) throw new Error(`condition not met within ${timeoutMs} ms`);
  }
}
