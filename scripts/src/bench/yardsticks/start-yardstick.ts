/** Starts a yardstick with the same processes as Sluice (an intake, three stages and the stores) and their settings. */
import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOrStartStores } from '@sluice/launch';
import { memoryEnvironment, memoryFlags, Problem } from '@sluice/local';
import { openStores } from '@sluice/store';
import { BSON, MongoClient, type Db } from 'mongodb';
import type { Bench, Contestant } from '../contestant.js';
import type { Keyed, RecordedLead } from '../lead/record-lead.js';
import { running } from '../running.js';
import { nothingDue } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-file.js';
import { countKeys } from './bare-batches.js';
import { roles, type ProgramSettings } from './roles.js';

/** Starts bare batches, which write copies of `recorded`, or the floor if there is none. Its stores are its own. */
export async function startYardstick({ folder, buyer }: Bench, recorded?: RecordedLead): Promise<Contestant> {
  const name = recorded ? 'batches' : 'floor';
  const dataDir = join(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const place = { dataDir, logDir: dataDir, note: (line: string) => console.error(line) };
  // Never the stores in the environment: made-up leads do not belong there.
  const { redis, mongodb } = await findOrStartStores({}, place, (store) => running.push(store));
  const recordedFile = join(dataDir, 'recorded.json');
  if (recorded) writeFileSync(recordedFile, BSON.EJSON.stringify(recorded));
  const db = recorded && (await prepareDatabase(mongodb.url));
  const buyerPath = `/buyers/${name}`;
  const settings = {
    redisUrl: redis.url,
    buyerUrl: `${buyer.url}${buyerPath}`,
    batches: recorded && { mongodbUrl: mongodb.url, recordedFile },
  };
  const [gateway, ...stages] = await Promise.all(roles.map((role) => startProgram({ role, ...settings })));
  const workers = Object.fromEntries(stages.map(({ role, pid }) => [role, [pid]]));
  const stores = { redis: [redis.pid ?? 0], ...(db && { mongodb: [mongodb.pid ?? 0] }) };
  return {
    url: gateway?.url ?? '',
    apiKey: 'none',
    campaignId: campaigns.plain,
    buyerPath,
    buyersAsked: 1,
    effects: {},
    pids: () => ({ gateway: [gateway?.pid ?? 0], ...workers, ...stores }),
    workers: () => workers,
    atRest: async () => db && nothingDue(db, tenants.loaded),
  };
}

// The indexes are the product's own, so that they stay the same when the product changes them.
async function prepareDatabase(url: string): Promise<Db> {
  const product = await openStores(url);
  await product.prepare();
  await product.close();
  const client = await new MongoClient(url).connect();
  running.push({ stop: () => client.close() });
  const db = client.db('sluice');
  await db.collection<Keyed>('counts').insertMany(countKeys.map((_id) => ({ _id, open: [] })));
  return db;
}

async function startProgram(settings: ProgramSettings) {
  // It ends with this process, because the channel between them closes.
  const child = fork(new URL('./program.js', import.meta.url), [JSON.stringify(settings)], {
    execArgv: [...memoryFlags],
    env: { ...process.env, ...memoryEnvironment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { role } = settings;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  running.push({ stop: () => (child.kill('SIGKILL'), ended) });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(message as string));
    child.once('exit', () => reject(new Problem(`The ${role} of a yardstick ended before it was ready.`)));
  });
  return { role, url, pid: child.pid ?? 0 };
}
