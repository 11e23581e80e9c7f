/**
 * Two tenants with identical ids throughout: campaigns, clients, endpoints, leads, submissions, receivers, keys.
 * Nothing that a process keeps for one tenant is used for the other.
 */
import { ApiError, effectQueues, stageQueues, type Routed } from '@sluice/contracts';
import { now } from '@sluice/pipeline';
import { createCircuits, createMailClient, createOpenSocket, createOutboundClient } from '@sluice/providers';
import { createRateLimiter } from '@sluice/http';
import { newId, type RedisConnection } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { startSink } from '@sluice/sink';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  duringTests,
  lifetimeCount,
  openSlot,
  putItem,
  slot,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { ServerResponse } from 'node:http';
import type { DeliveryDeps } from '../src/deps.js';
import { deliveryStage } from '../src/delivery-stage.js';
import { showCircuits } from '../src/measure-circuits.js';

const tenants = ['bad', 'good'] as const;
type TenantId = (typeof tenants)[number];

const CAMPAIGN = 'SAME';
const CLIENT = 'cli_same';
const ENDPOINT = 'end_same';

const world = duringTests(() => openWorld({ privateRedis: true }));
const sink = duringTests(() => startSink({ port: 0 }));
let stores: Stores;
let redis: RedisConnection;
let deps: DeliveryDeps;

beforeAll(async () => {
  ({ stores, redis } = world);
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  world.onClose(() => outbound.close());
  const mail = createMailClient(createOpenSocket([]));
  const own = { outbound, mail, installation: undefined, circuits: createCircuits(), encryptionKeys: [] };
  deps = { ...world.core, ...own };
  sink.script({ path: '/buyers/bad', status: 503 });
  for (const tenantId of tenants) await configure(tenantId);
});

async function configure(tenantId: TenantId): Promise<void> {
  const { campaigns, clients, deliveryEndpoints } = stores.forTenant(tenantId);
  await putItem(clients, CLIENT, aStoredClient({ clientId: CLIENT, name: tenantId }));
  await putItem(deliveryEndpoints, ENDPOINT, {
    deliveryEndpointId: ENDPOINT,
    name: tenantId,
    url: `${sink.url}/buyers/${tenantId}`,
    method: 'POST',
    format: 'json',
    responseRules: [],
    timeoutSeconds: 5,
    onAmbiguous: 'retry',
  } as never);
  const ids = { campaignId: CAMPAIGN, clientId: CLIENT, offerId: 'off_same', deliveryEndpointId: ENDPOINT };
  await putItem(campaigns, CAMPAIGN, aStoredCampaign({ ...ids, name: tenantId }));
}

/** Delivers a submission under this id for the tenant, and returns the outcome. */
async function deliver(tenantId: TenantId, submissionId: string, url?: string): Promise<string> {
  const mine = stores.forTenant(tenantId);
  const at = now(deps);
  const own = { tenantId, submissionId, campaignId: CAMPAIGN, acceptedAt: at };
  const submission = aSubmission({ ...own, deliveryInfo: url === undefined ? undefined : { url } });
  await stores.accept(accepted(submission));
  await mine.journal.record(submission, 'qualification', 0, { kind: 'qualified', trace: [] }, at);
  const placement = { campaignId: CAMPAIGN, clientId: CLIENT, slots: [], reservedAt: at };
  const routed: Routed = { kind: 'routed', ...placement, trace: [] };
  await mine.journal.record(submission, 'routing', 0, routed, at);
  const payload = { tenantId, submissionId, generation: 0 };
  return (await deliveryStage.run(payload, deps, { first: true })).outcome;
}

async function both<T>(of: (tenantId: TenantId) => Promise<T>): Promise<readonly T[]> {
  return Promise.all(tenants.map(of));
}

describe('two tenants with identical ids', () => {
  it('have separate circuits, deliveries and metrics when the buyer of one is down', async () => {
    const ids = Array.from({ length: 12 }, () => newId('submission'));
    const outcomes = { bad: [] as string[], good: [] as string[] };
    for (const id of ids)
      for (const tenantId of tenants) outcomes[tenantId].push(await deliver(tenantId, id));
    expect(outcomes.bad.slice(-2)).toEqual(['circuit_open', 'circuit_open']);
    expect(new Set(outcomes.good)).toEqual(new Set(['delivered']));

    showCircuits(deps.circuits, deps.metrics);
    const shown = await deps.metrics.registry.metrics();
    expect(shown).toMatch(/sluice_circuit_open\{tenant="bad",endpoint="end_same",.*\} 1/);
    expect(shown).toMatch(/sluice_circuit_open\{tenant="good",endpoint="end_same",.*\} 0/);
    expect(shown).toMatch(/sluice_deliveries_total\{tenant="good",.*outcome="accepted",.*\} 12/);
    expect(shown).not.toMatch(/sluice_deliveries_total\{tenant="good",.*outcome="retry"/);
    expect(shown).toMatch(/sluice_submissions_total\{tenant="good",status="delivered",.*\} 12/);
    expect(shown).not.toMatch(/sluice_submissions_total\{tenant="bad"/);
    const open = await both((tenantId) => stores.forTenant(tenantId).openCircuits.open(now(deps)));
    expect(open.map((circuits) => circuits.length)).toEqual([1, 0]);
  }, 60_000);

  it('have separate circuits opened and closed by an operator', async () => {
    const order = (tenantId: TenantId, kind: 'open' | 'closed') =>
      stores.forTenant(tenantId).circuitOrders.give('end_same', {
        kind,
        token: newId('submission'),
        by: 'ada',
        at: now(deps),
      });
    await order('good', 'open');
    const submissionId = newId('submission');
    expect(await deliver('good', submissionId)).toBe('circuit_open');
    expect(await stores.forTenant('good').attempts.of(submissionId)).toEqual([]);
    await order('good', 'closed');
    expect(await deliver('good', newId('submission'))).toBe('delivered');

    // The operator's order also closes the circuit that opened by itself.
    expect(await deliver('bad', newId('submission'))).toBe('circuit_open');
    await order('bad', 'closed');
    expect(await deliver('bad', newId('submission'))).toBe('retry');
  }, 60_000);

  it('do not get addresses of single leads as metric labels, nor stored among their circuits', async () => {
    sink.script({ path: '/buyers/of/*', status: 503 });
    for (let n = 0; n < 12; n += 1)
      await deliver('bad', newId('submission'), `${sink.url}/buyers/of/ada.${n % 2}@example.org`);
    showCircuits(deps.circuits, deps.metrics);
    const shown = await deps.metrics.registry.metrics();
    expect(shown).toMatch(/sluice_deliveries_total\{tenant="bad",endpoint="override",/);
    expect(shown).not.toMatch(/ada|buyers/);
    expect(JSON.stringify(await stores.forTenant('bad').openCircuits.open(now(deps)))).not.toMatch(/ada/);
  }, 60_000);

  it('have separate limits, dedupe claims, request rates and disabled webhook URLs', async () => {
    const count = lifetimeCount({ campaignId: 'FULL' }, 1);
    const refused = await both((tenantId) =>
      openSlot(stores.forTenant(tenantId), slot('sub_1.routing.0'), now(deps), [count]),
    );
    expect(refused).toEqual([undefined, undefined]);
    await stores.forTenant('bad').counts.release(slot('sub_1.routing.0'), [count.name]);
    const full = await both((tenantId) => stores.forTenant(tenantId).counts.full([count]));
    expect(full).toEqual([[], [count.name]]);

    const claimant = { leadId: 'lead_1', submissionId: 'sub_1' };
    const taken = await both((tenantId) =>
      stores.forTenant(tenantId).duplicateClaims.take('SAME.phone.x', claimant, now(deps), new Date(9e12)),
    );
    expect(taken).toEqual([{ kind: 'ours' }, { kind: 'ours' }]);

    const limitRate = createRateLimiter(redis, async () => ({ requests: 1, perSeconds: 60 }));
    const response = { setHeader: () => undefined } as unknown as ServerResponse;
    const requested = (tenantId: string) => limitRate({ tenantId, prefix: 'slk_same' }, response);
    await both(requested);
    await expect(requested('bad')).rejects.toThrow(ApiError);

    const receiver = { url: 'https://same.example/hook', headers: {} };
    await both((tenantId) => stores.forTenant(tenantId).webhookUrls.cached(receiver));
    await stores.forTenant('bad').webhookUrls.disable(receiver, 'gone', now(deps));
    const known = await both((tenantId) => stores.forTenant(tenantId).webhookUrls.cached(receiver));
    expect(known.map(({ disabledAt }) => disabledAt !== undefined)).toEqual([true, false]);
  });

  it("are never given each other's configuration by the cache, when both read it concurrently", async () => {
    const names = await both(async (tenantId) => {
      const mine = stores.forTenant(tenantId);
      const found = await Promise.all([
        mine.campaigns.cached(CAMPAIGN),
        mine.clients.cached(CLIENT),
        mine.deliveryEndpoints.cached(ENDPOINT),
      ]);
      const all = await mine.campaigns.allCached();
      return [...found, ...all].map((each) => (each as { readonly name: string }).name);
    });
    expect(names).toEqual(tenants.map((tenantId) => [tenantId, tenantId, tenantId, tenantId]));
  });

  it('have separate queue entries and waiting times', async () => {
    const { producer } = deps;
    const since = now(deps);
    await producer.add(stageQueues.delivery, {
      payload: { tenantId: 'bad', submissionId: 'sub_same', generation: 0 },
      since,
      lane: `endpoint.${ENDPOINT}`,
    });
    const lane = [stageQueues.delivery, 'good', `endpoint.${ENDPOINT}`] as const;
    expect(await producer.waitingSince(...lane)).toBeUndefined();
    for (const tenantId of tenants) {
      const payload = { tenantId, submissionId: 'sub_same', generation: 0 };
      await producer.add(stageQueues.routing, { payload, since });
      await producer.add(effectQueues.webhook, {
        payload: { tenantId, effectId: 'x' },
        since,
        lane: 'webhook',
      });
    }
    const [routing, webhook] = await Promise.all([
      producer.load(stageQueues.routing),
      producer.load(effectQueues.webhook),
    ]);
    expect([routing.waiting, webhook.waiting]).toEqual([2, 2]);
  });
});
