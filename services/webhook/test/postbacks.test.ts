/** Postbacks as the worker sends them: retried like webhooks, at the address of the day, which is kept nowhere. */
import type { Postback, PostbackEvent, Supplier } from '@sluice/contracts';
import { newId } from '@sluice/process';
import { addressId, postbackAddress, sealingKey } from '@sluice/store';
import {
  accepted,
  aSubmission,
  duringTests,
  everythingIn,
  listen,
  putItem,
  testEncryptionKey,
  type Listening,
} from '@sluice/testing';
import { createServer } from 'node:http';
import { webhookStage } from '../src/webhook-stage.js';
import { openWebhookWorker } from './webhook-worker.js';

const KEY = 'k3y/Canary&1';
const MINUTE_MS = 60_000;

const world = duringTests(openWebhookWorker);
let tracker: Listening;
const received: { method: string | undefined; path: string | undefined; body: string }[] = [];
let answers: number[] = [];
beforeAll(async () => {
  // A tracker that quotes the request in its answer.
  tracker = await listen(
    createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ method: request.method, path: request.url, body });
        response.writeHead(answers.shift() ?? 200).end(`no ${request.url} ${KEY}`);
      });
    }),
  );
  world.onClose(() => tracker.close());
  const keys = [sealingKey(testEncryptionKey)];
  await world.stores.secrets.set('demo', 'key', KEY, { keys, at: world.clock.now() });
});
beforeEach(() => {
  received.length = 0;
  answers = [];
});

async function configured(supplierId: string, postback?: Partial<Postback>): Promise<void> {
  const url = `${tracker.url}/pb/{campaignId}?o={outcome}&c={subId2}&p={payout}&r={reason}&k={{ secrets.key }}`;
  const all: Postback = { url, method: 'GET', on: ['delivered', 'rejected', 'returned'] };
  const supplier = { supplierId, postback: postback && { ...all, ...postback } } as Supplier;
  await putItem(world.mine.suppliers, supplierId, supplier);
}

/** A postback that is due, to a supplier of its own. */
async function planned(event: PostbackEvent = 'delivered', postback: Partial<Postback> | undefined = {}) {
  const { mine, clock, stores } = world;
  const supplierId = newId('client');
  await configured(supplierId, postback);
  const [submissionId, leadId] = [newId('submission'), newId('lead')];
  await stores.accept(accepted(aSubmission({ submissionId, leadId, acceptedAt: clock.now() })));
  const effectId = `${submissionId}.postback.${event}`;
  const values = { outcome: 'accepted', campaignId: 'ACMRU', subId2: 'a b&c', payout: '12.5' } as const;
  const ids = { submissionId, leadId, campaignId: 'ACMRU', eventId: newId('event') };
  await mine.effects.plan(
    { ...ids, effectId, kind: 'postback', trigger: event, body: { supplierId, event, values } },
    clock.now(),
    clock.now(),
  );
  const attempt = async () => {
    const { againAt, outcome } = await webhookStage.run({ tenantId: 'demo', effectId }, world.deps, {
      first: true,
    });
    return { outcome, afterMs: againAt && againAt.getTime() - clock.now().getTime() };
  };
  return { supplierId, attempt, found: () => mine.effects.find(effectId) };
}

const path = '/pb/ACMRU?o=accepted&c=a%20b%26c&p=12.5&r=&k=k3y%2FCanary%261';

it('a tracker that fails twice is called again as a webhook is, with the same values', async () => {
  const { attempt, found } = await planned();
  answers = [500, 500];
  const [first, second] = [await attempt(), await attempt()];
  expect([first.outcome, second.outcome]).toEqual(['retry', 'retry']);
  expect(first.afterMs).toBeLessThan(MINUTE_MS);
  expect(second.afterMs).toBeGreaterThan(MINUTE_MS);
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(received).toEqual(Array(3).fill({ method: 'GET', path, body: '' }));
  expect((await found())?.attempts.map(({ outcome, status }) => [outcome, status])).toEqual([
    ['retry', 500],
    ['retry', 500],
    ['done', 200],
  ]);
});

it('a tracker that always fails is given up after six attempts, and none is switched off', async () => {
  const { supplierId, attempt, found } = await planned();
  answers = [500, 500, 302, 404, 500, 500];
  const began = world.clock.now();
  for (let n = 1; n < 6; n += 1) {
    expect((await attempt()).outcome).toBe('retry');
    // Two attempts of one instant are one.
    world.clock.advance(1);
  }
  expect(await attempt()).toEqual({ outcome: 'failed' });
  expect(await found()).toMatchObject({ status: 'failed', reason: 'http_500' });
  const gone = await planned('rejected');
  answers = [410];
  expect(await gone.attempt()).toEqual({ outcome: 'failed' });
  expect(await world.mine.webhookUrls.switchedOff()).toEqual([]);
  await world.stores.receivers.flush();
  const at = world.clock.now();
  const failing = await world.stores.failingPostbacks({ failingBefore: at, failedSince: at }, 10);
  expect(failing.map((one) => one.supplierId)).toEqual(expect.arrayContaining([supplierId, gone.supplierId]));
  const [before, after] = [new Date(began.getTime() - 1), new Date(at.getTime() + 1)];
  expect(await world.stores.failingPostbacks({ failingBefore: before, failedSince: at }, 10)).toEqual([]);
  expect(await world.stores.failingPostbacks({ failingBefore: at, failedSince: after }, 10)).toEqual([]);
});

it('a new address begins anew, whatever the old one answered', async () => {
  const { supplierId, attempt } = await planned();
  answers = [500];
  await attempt();
  await world.stores.receivers.flush();
  const failing = async () => {
    const at = world.clock.now();
    const found = await world.stores.failingPostbacks({ failingBefore: at, failedSince: at }, 20);
    return found.flatMap((one) => (one.supplierId === supplierId ? [one.address] : []));
  };
  const old = await failing();
  expect(old).toHaveLength(1);
  await configured(supplierId, { url: `${tracker.url}/new?l={subId2}` });
  answers = [500];
  await attempt();
  await world.stores.receivers.flush();
  expect(new Set(await failing()).size).toBe(2);
  await attempt();
  expect(await failing()).toEqual(old);
});

it('a POST has no body, and the address is the one of the day', async () => {
  const { supplierId, attempt } = await planned();
  answers = [500];
  await attempt();
  await configured(supplierId, { url: `${tracker.url}/new?l={subId2}`, method: 'POST' });
  await attempt();
  expect(received[1]).toEqual({ method: 'POST', path: '/new?l=a%20b%26c', body: '' });
});

it.each<[string, Partial<Postback> | undefined, object]>([
  ['is no longer configured', undefined, { status: 'skipped', reason: 'no_longer_configured' }],
  ['tells of other events', { on: ['returned'] }, { status: 'skipped', reason: 'event_not_wanted' }],
  [
    'refers to a secret that is not set',
    { url: 'https://t.example/{{ secrets.none }}' },
    { status: 'failed', reason: 'secret_missing' },
  ],
  ['is private', { url: 'http://10.0.0.1/pb' }, { status: 'failed', reason: 'blocked' }],
])('where a postback %s, nobody is called', async (_, postback, end) => {
  const { supplierId, attempt, found } = await planned();
  await configured(supplierId, postback);
  await attempt();
  expect(received).toEqual([]);
  expect(await found()).toMatchObject(end);
});

it('neither the address nor the answer is in any document, and the receiver has the supplier’s name', async () => {
  const { supplierId, attempt } = await planned();
  answers = [500];
  await attempt();
  await attempt();
  await world.stores.receivers.flush();
  const { url } = (await world.mine.suppliers.find(supplierId))!.postback!;
  const id = addressId(postbackAddress(supplierId, url));
  const events = (await world.mine.webhookUrls.latestEvents([id])).get(id);
  expect(events?.map(({ event, outcome, status }) => [event, outcome, status])).toEqual([
    ['postback.delivered', 'done', 200],
    ['postback.delivered', 'retry', 500],
  ]);
  const { suppliers: _, ...database } = await everythingIn(world.mongodbUrl);
  const stored = JSON.stringify(database);
  expect(stored).toContain(`postback:${supplierId}`);
  for (const trace of [KEY, 'Canary', tracker.url, '/pb/ACMRU']) expect(stored).not.toContain(trace);
});
