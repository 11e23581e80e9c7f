/** How fast retention is, as the sweep runs it, on a database of its own. It needs a machine that does nothing else. */
import { startEmbeddedMongo, type EmbeddedMongo } from '@sluice/embedded-mongo';
import { createMetrics, silentLogger } from '@sluice/process';
import { createReports } from '@sluice/reports';
import { openStores, type Stores } from '@sluice/store';
import { deliveredLead, insertLeads, putTenant } from '@sluice/testing';
import { MongoClient, type Db } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TIDY_FOR_MS, TIDY_REST_MS } from '../src/sweep/sweep.js';
import { createTidying } from '../src/sweep/tidy.js';

const RATE = 500;
const LEADS = Number(process.env.LEADS ?? 30_000);
const firstMs = Date.now() - 400 * 86_400_000;

let engine: EmbeddedMongo;
let folder: string;
let stores: Stores;
let client: MongoClient;
let db: Db;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-test-retention-'));
  engine = await startEmbeddedMongo({ dataDir: folder });
  const url = new URL(engine.url);
  url.pathname = '/test';
  stores = await openStores(url.href);
  await stores.prepare();
  client = new MongoClient(url.href);
  db = client.db();
  await putTenant(stores.tenants, {
    tenantId: 'demo',
    name: 'Demo',
    settings: { retention: { leads: 100 } },
  });
  // As they came in at that rate.
  await insertLeads(db, LEADS, (n) => deliveredLead('demo', new Date(firstMs + (n * 1_000) / RATE), n));
}, 600_000);
afterAll(async () => {
  await client.close();
  await stores.close();
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

/** How long cores have worked so far, for the database and for this process. */
async function workedMs(): Promise<{ readonly database: number; readonly own: number }> {
  const { extra_info: used } = (await db.admin().command({ serverStatus: 1 })) as {
    readonly extra_info: { readonly user_time_us: number; readonly system_time_us: number };
  };
  const { user, system } = process.cpuUsage();
  return { database: (used.user_time_us + used.system_time_us) / 1_000, own: (user + system) / 1_000 };
}

it(`deletes ${RATE} leads a second, with everything about them`, async () => {
  const tidying = createTidying({
    stores,
    reports: createReports(stores),
    log: silentLogger,
    metrics: createMetrics('test'),
  });
  const before = await workedMs();
  const startedAt = performance.now();
  while ((await tidying(TIDY_FOR_MS)) === 'more') await pause(TIDY_REST_MS);
  const rate = (LEADS * 1_000) / (performance.now() - startedAt);
  const after = await workedMs();
  const left = await Promise.all(
    ['leads', 'submissions', 'decisions', 'attempts', 'effects'].map((name) =>
      db.collection(name).countDocuments(),
    ),
  );
  expect(left).toEqual([0, 0, 0, 0, 0]);
  const database = (after.database - before.database) / LEADS;
  const own = (after.own - before.own) / LEADS;
  process.stderr.write(
    `deleted ${rate.toFixed(0)} leads a second, its rests included; each cost the database ${database.toFixed(2)} ms and Sluice ${own.toFixed(2)} ms\n`,
  );
  expect(rate).toBeGreaterThanOrEqual(RATE);
}, 600_000);
