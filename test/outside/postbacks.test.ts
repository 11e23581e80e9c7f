/** Postbacks on a whole installation: they arrive whatever happens meanwhile, and their address is readable nowhere. */
import { buyerServices, type ServiceName } from '@sluice/local';
import { aLead, eventually, everythingIn, redisAsText } from '@sluice/testing';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { call, receiptIn, type Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';
import { startCollector, type CollectedSpan, type Collector } from '../collector.js';

const services: readonly ServiceName[] = [...buyerServices, 'webhook'];
const TOKEN = 'tr4cker-Canary/1';

let tenant: TestTenant;
let supplierKey: string;
let collector: Collector;
beforeAll(async () => {
  collector = await startCollector();
  tenant = await startTenant(
    {
      secrets: { tracker: TOKEN },
      suppliers: [
        {
          supplierId: 'sup_north',
          name: 'North',
          cost: { mode: 'per_sale', amount: 12.5, currency: 'USD' },
          postback: {
            url: '${SINK_URL}/trackers/{{ secrets.tracker }}/{campaignId}?cid={subId2}&o={outcome}&p={payout}&c={currency}&r={reason}',
          },
        },
      ],
      campaigns: [
        { campaignId: 'POSTB', webhooks: { enabled: false } },
        { campaignId: 'TAKEN', webhooks: { enabled: false } },
      ],
    },
    { services, apart: ['delivery', 'webhook'], env: { SWEEP_AFTER_SECONDS: '5', ...collector.env } },
  );
  const made = await sluice('keys', 'create', '--name', 'north', '--supplier', 'sup_north', '--json');
  supplierKey = (JSON.parse(made) as { key: string }).key;
}, 120_000);
afterAll(async () => {
  await tenant.stop();
  await collector.close();
}, 60_000);

async function sluice(...args: string[]): Promise<string> {
  const { code, output, errors } = await tenant.installation.sluice([...args, '--tenant', 'acme']);
  expect([code, code === 0 ? '' : errors]).toEqual([0, '']);
  return output;
}

async function submitted(click: string, fields: Record<string, unknown> = {}): Promise<Receipt> {
  const body = aLead({ campaignId: 'POSTB', attribution: { s1: 'site-17', s2: click }, ...fields });
  const { url } = tenant.installation;
  return receiptIn(await call({ url, apiKey: supplierKey }, 'POST', '/leads/submit', body));
}

const told = (click: string) =>
  tenant
    .received('/trackers/*')
    .filter(({ query }) => new URLSearchParams(query).get('cid') === click)
    .map(({ path, query, status }) => [path, query, status]);

async function restarted(service: ServiceName, env: Record<string, string> = {}): Promise<void> {
  const { installation } = tenant;
  await installation.ended(service);
  await installation.restart(service, env);
}

const inPath = `/trackers/${encodeURIComponent(TOKEN)}/POSTB`;

it('a postback arrives at a tracker that fails twice, though delivery died with the sale, the webhook worker after an attempt, and Redis was emptied twice', async () => {
  const { installation } = tenant;
  installation.signal('delivery', 'SIGKILL');
  // Its next process dies with the sale, its cost and the postback written, and nothing enqueued.
  await restarted('delivery', { FAILPOINT: 'after-end@POSTB' });
  installation.sink.script({ path: '/trackers/*', status: 500, body: { error: TOKEN }, times: 2 });
  const { submissionId } = await submitted('click-1');
  expect(await installation.ended('delivery')).toMatchObject({ signal: 'SIGKILL' });
  const effects = async () => {
    const found = await tenant.stores.effects.ofSubmission(submissionId);
    return found.filter(({ kind }) => kind === 'postback');
  };
  expect(await effects()).toMatchObject([{ status: 'due', attempts: [] }]);
  const redis = new Redis(installation.backends.redisUrl);
  await redis.flushall();
  await restarted('delivery', { FAILPOINT: '' });

  // An attempt that the worker dies with is made again, and would be a fourth.
  await eventually('it failed once', async () => (await effects())[0]?.attempts.length === 1);
  installation.signal('webhook', 'SIGKILL');
  await restarted('webhook');
  await eventually('it failed twice', () => told('click-1').length === 2);
  await redis.flushall();
  await redis.quit();
  // The third attempt is five minutes away; the sweep finds whatever is due.
  const mongo = new MongoClient(installation.backends.mongodbUrl);
  await eventually('the third attempt is due', async () => {
    const now = new Date();
    const { modifiedCount } = await mongo
      .db()
      .collection('effects')
      .updateOne(
        { submissionId, kind: 'postback', status: 'due', attempts: { $size: 2 } },
        { $set: { dueAt: now, enqueuedAt: now } },
      );
    return modifiedCount === 1;
  });
  await mongo.close();
  await eventually('it has arrived', async () => (await effects())[0]?.status === 'done');

  const query = 'cid=click-1&o=accepted&p=12.5&c=USD&r=';
  expect(told('click-1')).toEqual([500, 500, 204].map((status) => [inPath, query, status]));
  expect(await effects()).toHaveLength(1);
}, 120_000);

it('a lead that was moved and given back is told with the campaign that it was sent to', async () => {
  const { leadId } = await submitted('click-2');
  await eventually('the sale is told', () => told('click-2').length === 1);
  const moved = await tenant.call('POST', `/leads/${leadId}/move-to-campaign`, { campaignId: 'TAKEN' });
  expect(moved.status).toBe(202);
  await eventually('the second sale is told', () => told('click-2').length === 2);
  const returned = { leadIds: [leadId], updates: { status: 'returned' } };
  expect((await tenant.call('PATCH', '/leads/bulk', returned)).status).toBe(200);
  await eventually('the return is told', () => told('click-2').length === 3);
  expect(told('click-2').map(([path, query]) => [path, query])).toEqual([
    [inPath, 'cid=click-2&o=accepted&p=12.5&c=USD&r='],
    [inPath, 'cid=click-2&o=accepted&p=25&c=USD&r='],
    [inPath, 'cid=click-2&o=returned&p=12.5&c=USD&r=returned'],
  ]);
}, 90_000);

it('a token in the address is in no collection, queue, log, metric, trace, timeline or export', async () => {
  const { installation } = tenant;
  installation.sink.script({ path: '/trackers/*', status: 410, body: { error: TOKEN }, times: 1 });
  const { leadId } = await submitted('click-3');
  await eventually('it is told', () => told('click-3').length === 1);
  const page = await eventually('the timeline says so', async () => {
    const shown = await sluice('leads', 'show', leadId);
    return shown.includes('Postback "delivered" to sup_north: failed') && shown;
  });
  const metrics = await Promise.all(
    services.map(async (one) => (await fetch(`${installation.healthUrl(one)}/metrics`)).text()),
  );
  const spans = await eventually('the call is in a trace', () => {
    const isIt = ({ attributes }: CollectedSpan) => Number(attributes['http.response.status_code']) === 410;
    return collector.spans.some(isIt) && JSON.stringify(collector.spans);
  });
  const seen = [
    page,
    spans,
    JSON.stringify(await everythingIn(installation.backends.mongodbUrl)),
    await redisAsText(installation.backends.redisUrl),
    ...metrics,
    ...services.map(installation.log),
    await sluice('export'),
    await sluice('audit', 'export'),
    (await installation.sluice(['doctor'])).output,
  ].join('\n');
  expect(seen).toContain('{{ secrets.tracker }}');
  for (const trace of [TOKEN, 'Canary', encodeURIComponent(TOKEN), '/POSTB?'])
    expect(seen).not.toContain(trace);
}, 90_000);
