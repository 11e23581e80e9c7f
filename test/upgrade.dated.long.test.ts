/**
 * What a release left behind is brought to its end by this one. Each release has a fixture, `test/fixtures/VERSION.json`:
 * the documents and jobs of a lead at every step, as that release wrote them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { effectQueues, stageQueues } from '@sluice/contracts';
import { projectRoot, buyerServices } from '@sluice/local';
import { demoTenantAtNoon, eventually } from '@sluice/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { BSON, MongoClient, type Document } from 'mongodb';
import { parse } from 'yaml';
import { startInstallation, type TenantFields } from './installation/installation.js';

/** What a release left behind, and where its leads must end. */
interface Fixture {
  readonly database: Readonly<Record<string, readonly Document[]>>;
  readonly jobs: Readonly<Record<string, readonly unknown[]>>;
  /** The final status of each lead. */
  readonly ends: Readonly<Record<string, string>>;
}

const folder = join(projectRoot, 'test', 'fixtures');
const fixtures = existsSync(folder) ? readdirSync(folder).map((file) => file.replace(/\.json$/, '')) : [];
const workers = ['qualification', 'routing', 'delivery', 'webhook'] as const;

it('every release in the changelog before this one has a fixture', () => {
  const changelog = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8');
  const { version: current } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const listed = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  const earlier = listed.filter((version) => version !== current);
  // This one gets its fixture when it is tagged.
  expect(fixtures.filter((version) => version !== current).toSorted()).toEqual(earlier.toSorted());
});

// Until the first tag there is no fixture, and no test here.
for (const version of fixtures) {
  it(`the leads that release ${version} left behind reach their ends`, async () => {
    const { database, jobs, ends } = BSON.EJSON.parse(
      readFileSync(join(folder, `${version}.json`), 'utf8'),
    ) as unknown as Fixture;
    const installation = await startInstallation({
      tenant: demoWithoutRetention(),
      services: [...buyerServices, 'webhook'],
      apart: workers,
      env: { SWEEP_AFTER_SECONDS: '5' },
    });
    const { mongodbUrl, redisUrl } = installation.backends;
    const mongo = await new MongoClient(mongodbUrl).connect();
    const redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
    try {
      for (const name of workers) installation.signal(name, 'SIGTERM');
      await Promise.all(workers.map((name) => installation.ended(name)));
      const db = mongo.db(new URL(mongodbUrl).pathname.slice(1));
      await db.collection('migrations').deleteMany({});
      for (const [name, documents] of Object.entries(database))
        await db.collection(name).insertMany(documents.map((one) => ({ ...one })));
      for (const [name, payloads] of Object.entries(jobs)) await enqueue(redis, name, payloads);
      expect((await installation.sluice(['migrate'])).code).toBe(0);
      await Promise.all(workers.map((name) => installation.restart(name)));
      const { leads } = installation.stores.forTenant('demo');
      for (const [leadId, status] of Object.entries(ends))
        await eventually(
          `lead ${leadId} is ${status}`,
          async () => (await leads.find(leadId))?.status === status,
        );
    } finally {
      redis.disconnect();
      await mongo.close();
      await installation.stop();
    }
  }, 180_000);
}

/** The demo tenant without its retention, which would delete the fixture's leads some day. */
function demoWithoutRetention(): TenantFields {
  const tenant = parse(demoTenantAtNoon()) as { settings: { retention?: unknown } };
  delete tenant.settings.retention;
  return tenant;
}

async function enqueue(connection: Redis, name: string, payloads: readonly unknown[]): Promise<void> {
  const { prefix } = [...Object.values(stageQueues), ...Object.values(effectQueues)].find(
    (one) => one.name === name,
  ) ?? { prefix: '' };
  const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
  for (const payload of payloads) await queue.add(name, payload, { priority: 1 });
  await queue.close();
}
