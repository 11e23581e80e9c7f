/** Concurrent routing decisions meet the same limits as consecutive ones. */
import type { Campaign } from '@sluice/contracts';
import { now, type Core } from '@sluice/pipeline';
import {
  createMetrics,
  createProducer,
  newId,
  producerConnection,
  silentLogger,
  type RedisConnection,
} from '@sluice/runtime';
import { openStores, type Stores } from '@sluice/store';
import { accepted, aSubmission, testBackends, zoneAtNoon, type TestBackends } from '@sluice/testing';
import { routingStage } from '../src/routing-stage.js';

const tenantId = 'demo';
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };

let backends: TestBackends;
let stores: Stores;
let redis: RedisConnection;
let core: Core;

beforeAll(async () => {
  backends = await testBackends({ privateRedis: true, prepares: true });
  redis = producerConnection(backends.redisUrl, silentLogger);
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
  stores = await openStores(backends.mongodbUrl, { slots: { knownEverywhereMs: 0 } });
  await stores.prepare();
  core = {
    stores,
    producer: createProducer(redis),
    log: silentLogger,
    metrics: createMetrics('test'),
  };
  await stores.tenants.put({ tenantId, name: 'Demo', settings: { timezone: zoneAtNoon(now(core)) } });
}, 60_000);
afterAll(async () => {
  await core.producer.close();
  redis.disconnect();
  await stores.close();
  await backends.stop();
});

/** Writes a campaign under these limits, with a client of its own. */
async function putCampaign(campaignId: string, limits: readonly object[]): Promise<void> {
  const tenant = stores.forTenant(tenantId);
  const client = { clientId: campaignId, name: 'C', abbrev: 'C', active: true, settings: {} };
  await tenant.clients.put(campaignId, { ...client, ...times });
  await tenant.campaigns.put(campaignId, {
    ...{ campaignId, name: 'C', clientId: campaignId, offerId: 'off_1', active: true, ...times },
    deliveryLimits: limits.map((limit) => ({ active: true, ...limit })) as Campaign['deliveryLimits'],
  });
}

/** Routes this many leads at once and counts their outcomes. */
async function routeAtOnce(campaignId: string, leads: number): Promise<Record<string, number>> {
  const { journal } = stores.forTenant(tenantId);
  const submissions = Array.from({ length: leads }, () =>
    aSubmission({ submissionId: newId('submission'), campaignId, acceptedAt: now(core) }),
  );
  await Promise.all(
    submissions.map(async (submission) => {
      await stores.accept(accepted(submission));
      const decision = { kind: 'qualified', trace: [] } as const;
      await journal.record(submission, 'qualification', 0, decision, now(core));
    }),
  );
  const outcomes = await Promise.all(
    submissions.map(({ submissionId }) =>
      routingStage.run({ tenantId, submissionId, generation: 0 }, core, { first: true }),
    ),
  );
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

it('concurrent leads are held by a full queueing limit, and none is refused for a slot that another lead releases at once', async () => {
  await putCampaign('BURST', [
    { type: 'lifetime', cap: 40, action: 'reject' },
    { type: 'daily', cap: 10, action: 'queue' },
  ]);
  expect(await routeAtOnce('BURST', 64)).toEqual({ routed: 10, held: 54 });
});

it('concurrent leads beyond a full rejecting limit are refused, even if a queueing limit is full as well', async () => {
  await putCampaign('FULL', [
    { type: 'lifetime', cap: 10, action: 'reject' },
    { type: 'daily', cap: 10, action: 'queue' },
  ]);
  expect(await routeAtOnce('FULL', 10)).toEqual({ routed: 10 });
  expect(await routeAtOnce('FULL', 54)).toEqual({ rejected: 54 });
});
