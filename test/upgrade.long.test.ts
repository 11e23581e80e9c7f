import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { effectQueues, stageQueues } from '@sluice/contracts';
import { demoTenantAtNoon } from '@sluice/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { BSON, MongoClient, type Db, type Document } from 'mongodb';
import { parse } from 'yaml';
import { buyerServices, eventually, startInstallation, type Installation } from './harness/installation.js';

/** The data that a release left behind, as it wrote it. */
interface Left {
  readonly database: Readonly<Record<string, readonly Document[]>>;
  readonly jobs: Readonly<Record<string, readonly unknown[]>>;
}

const workers = ['qualification', 'routing', 'delivery', 'webhook'] as const;
const fixtures = ['0.1.0.json', '0.1.0-files.json'].map(
  (name) =>
    BSON.EJSON.parse(readFileSync(join(__dirname, 'fixtures', name), 'utf8')) as unknown as Left & {
      readonly beside: Left;
    },
);
const lead = (n: number) => `lead_01KAG000000000000000000${String(n).padStart(3, '0')}`;

/** Writes the demo tenant without its retention, which would delete the fixtures 400 days after their date. */
function writeTenant(into: string): string {
  const tenant = parse(demoTenantAtNoon()) as { settings: { retention?: unknown } };
  delete tenant.settings.retention;
  const path = join(into, 'tenant.json');
  writeFileSync(path, JSON.stringify(tenant));
  return path;
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-upgrade-'));
let installation: Installation;
let mongo: MongoClient;
let db: Db;
let redis: Redis;
beforeAll(async () => {
  installation = await startInstallation({
    tenantFile: writeTenant(folder),
    services: [...buyerServices, 'webhook'],
    apart: workers,
    env: { SWEEP_AFTER_SECONDS: '5' },
  });
  const { mongodbUrl, redisUrl } = installation.backends;
  mongo = await new MongoClient(mongodbUrl).connect();
  db = mongo.db(new URL(mongodbUrl).pathname.slice(1));
  redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
}, 90_000);
afterAll(async () => {
  redis.disconnect();
  await mongo.close();
  await installation.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function leave({ database, jobs }: Left): Promise<void> {
  for (const [name, documents] of Object.entries(database))
    if (documents.length > 0) await db.collection(name).insertMany(documents.map((one) => ({ ...one })));
  for (const [name, data] of Object.entries(jobs)) {
    const { prefix } = [...Object.values(stageQueues), ...Object.values(effectQueues)].find(
      (one) => one.name === name,
    ) ?? { prefix: '' };
    const queue = new Queue(name, { connection: redis, prefix, skipVersionCheck: true });
    for (const one of data) await queue.add(name, one, { priority: 1 });
    await queue.close();
  }
}

const rests = (n: number, status: string) =>
  eventually(`lead ${n} is ${status}`, async () => {
    const found = await installation.stores.forTenant('demo').leads.find(lead(n));
    return found?.status === status;
  });

const isSigned = (n: number) =>
  eventually(`the webhook about the signed file of lead ${n} is sent`, () =>
    installation.sink
      .received({ path: '/webhooks', limit: 1_000 })
      .some(({ body }) => body.includes('"file.updated"') && body.includes(lead(n))),
  );

describe('documents and jobs of release 0.1.0', () => {
  it('are migrated, and processed to their end by the workers of this release', async () => {
    for (const name of workers) installation.signal(name, 'SIGTERM');
    await Promise.all(workers.map((name) => installation.ended(name)));
    await db.collection('migrations').deleteMany({});
    for (const fixture of fixtures) await leave(fixture);
    expect((await installation.sluice(['migrate'])).code).toBe(0);
    await Promise.all(workers.map((name) => installation.restart(name)));

    for (const n of [1, 2, 3, 4, 5, 6, 7]) await rests(n, 'delivered');
    const keys = installation.sink
      .received({ path: '/buyers/acme', limit: 1_000 })
      .map(({ headers }) => headers['idempotency-key']);
    // One call each. For the lead whose worker ended before it knew the answer, the buyer is called again under the
    // same key.
    expect(keys.toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `${lead(n).replace('lead_', 'sub_')}.delivery`),
    );
    await eventually('the webhook that was due is sent', () =>
      installation.sink
        .received({ path: '/webhooks', limit: 1_000 })
        .some(({ body }) => body.includes('evt_01KAG')),
    );
    await isSigned(7);
    // No slot remains open.
    const open = await db.collection('counters').countDocuments({ 'open.0': { $exists: true } });
    expect(open).toBe(0);
  }, 120_000);

  it('are also processed if they are written while this release runs, as during a rollout', async () => {
    for (const { beside } of fixtures) await leave(beside);
    await rests(9, 'delivered');
    await isSigned(9);
  }, 60_000);

  it('are read, changed and submitted again by the gateway of this release', async () => {
    const { url, apiKey } = installation;
    const call = (method: string, path: string, body?: unknown) =>
      fetch(`${url}/api/v1${path}`, {
        method,
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    const reposted = await call('POST', `/leads/${lead(8)}/repost`, {});
    expect([reposted.status, await reposted.json()]).toEqual([
      expect.any(Number),
      expect.objectContaining({ success: true }),
    ]);
    await rests(8, 'delivered');
    const found = await call('GET', `/leads?search=avery.elder.3@example.com`);
    expect(await found.json()).toMatchObject({ data: { leads: [{ leadId: lead(3) }] } });
  }, 60_000);
});
