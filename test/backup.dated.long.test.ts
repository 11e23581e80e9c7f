import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { buyerServices } from '@sluice/local';
import { eventually } from '@sluice/testing';
import { dumpOf, restore } from './dump.js';
import { countsAtRest, leadBody, submitAll, type Receipt } from './installation/affiliate.js';
import { startInstallation, type Installation } from './installation/installation.js';

const services = [...buyerServices, 'webhook'] as const;
const hooksPath = '/webhooks';

let installation: Installation;
let mongo: MongoClient;
let redis: Redis;
beforeAll(async () => {
  installation = await startInstallation({ services, apart: services, env: { SWEEP_AFTER_SECONDS: '5' } });
  mongo = await new MongoClient(installation.backends.mongodbUrl).connect();
  redis = new Redis(installation.backends.redisUrl);
}, 90_000);
afterAll(async () => {
  redis.disconnect();
  await mongo.close();
  await installation.stop();
}, 60_000);

const leads = (from: number, count: number) => Array.from({ length: count }, (_, n) => leadBody(from + n));
/** The requests accepted at a path, oldest first. */
const calls = (path: string) =>
  installation.sink
    .received({ path, limit: 10_000 })
    .filter(({ status }) => status < 300)
    .toReversed();
const keysAt = (path: string) => calls(path).map(({ headers }) => headers['idempotency-key'] ?? '');

async function stop(...names: (typeof services)[number][]): Promise<void> {
  for (const name of names) installation.signal(name, 'SIGTERM');
  await Promise.all(names.map((name) => installation.ended(name)));
}

/** Waits until each of these leads is routed and awaits its delivery. */
async function routed(receipts: readonly Receipt[]): Promise<void> {
  const { journal } = installation.stores.forTenant('demo');
  for (const { submissionId } of receipts)
    await eventually(`${submissionId} is routed`, () => journal.find(submissionId, 'routing', 0));
}

describe('a database that is lost and restored from an older dump', () => {
  it('is identical to the dump; on hold no receiver is called, and after the release all unfinished work continues under its earlier keys', async () => {
    const { mongodbUrl } = installation.backends;
    const db = mongo.db(new URL(mongodbUrl).pathname.slice(1));
    const done = await submitAll(installation, leads(0, 12));
    expect(await countsAtRest(installation, done)).toEqual({ delivered: 12 });
    await stop('delivery');
    const waiting = await submitAll(installation, leads(100, 8));
    await routed(waiting);
    await eventually('no webhook is due', async () =>
      (await db.collection('effects').countDocuments({ kind: 'webhook', status: 'due' })) === 0
        ? true
        : undefined,
    );
    const dump = await dumpOf(db);

    // The dump does not contain what happened next: the buyer accepted these leads.
    await installation.restart('delivery');
    expect(await countsAtRest(installation, waiting)).toEqual({ delivered: 8 });
    const takenBefore = keysAt('/buyers/acme');
    expect(new Set(takenBefore).size).toBe(20);
    await eventually('every webhook is sent', async () =>
      (await db.collection('effects').countDocuments({ kind: 'webhook', status: 'due' })) === 0
        ? true
        : undefined,
    );

    await stop(...services);
    await db.dropDatabase();
    await redis.flushall();
    await restore(db, dump);
    expect(await dumpOf(db)).toEqual(dump);
    expect((await installation.sluice(['migrate'])).code).toBe(0);
    expect((await installation.sluice(['hold', '--reason', 'restored'])).output).toContain(
      'Outbound calls of the installation stop',
    );
    const heard = calls(hooksPath).length;
    await Promise.all(services.map((name) => installation.restart(name)));

    // While on hold, leads are accepted, and the unfinished ones are put on hold, which leaves them due in the far future.
    const added = await submitAll(installation, leads(200, 3));
    await routed(added);
    for (const { submissionId } of waiting)
      await eventually(`${submissionId} is on hold`, async () => {
        const found = await installation.stores.forTenant('demo').submissions.find(submissionId);
        return (found?.dueAt?.getUTCFullYear() ?? 0) > 3_000;
      });
    const onHold = await fetch(`${installation.healthUrl('delivery')}/metrics`).then((answer) =>
      answer.text(),
    );
    expect(onHold).toMatch(/^sluice_on_hold\{service="delivery"\} 1$/m);
    expect(keysAt('/buyers/acme')).toEqual(takenBefore);
    expect(calls(hooksPath)).toHaveLength(heard);

    expect((await installation.sluice(['release'])).output).toContain('Released');
    expect(await countsAtRest(installation, [...waiting, ...added])).toEqual({ delivered: 11 });
    const again = keysAt('/buyers/acme').slice(takenBefore.length);
    // A buyer that recognises the keys accepts no lead twice.
    expect(again.toSorted()).toEqual(
      [...waiting, ...added].map(({ submissionId }) => `${submissionId}.delivery`).toSorted(),
    );
    expect(new Set([...takenBefore, ...again]).size).toBe(23);
    await eventually(
      'the webhooks that waited for the release are sent',
      () => calls(hooksPath).length > heard || undefined,
    );
  }, 180_000);
});
