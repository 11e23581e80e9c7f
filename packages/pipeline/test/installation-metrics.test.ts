import { stageQueues, type Campaign } from '@sluice/contracts';
import {
  createInstallationMetrics,
  createMetrics,
  newId,
  producerConnection,
  silentLogger,
} from '@sluice/process';
import { createProducer } from '@sluice/queue';
import {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aSubmission,
  duringTests,
  lifetimeCount,
  openSlot,
  putItem,
  putTenant,
  slot,
} from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { Queue } from 'bullmq';
import { measureInstallation } from '../src/figures/measure-installation.js';
import { createQueueFigures } from '../src/figures/queue-figures.js';

const world = duringTests(() => openWorld({ privateRedis: true }));

/** The metrics that a collector would scrape now: each line's value by its name and labels. */
async function collected(overRedis = world.redis, leads = true): Promise<ReadonlyMap<string, number>> {
  const metrics = createMetrics('test');
  const look = measureInstallation({
    stores: world.stores,
    reports: world.core.reports,
    redis: overRedis,
    figures: createQueueFigures(overRedis),
    log: silentLogger,
    leads: () => leads,
    metrics: createInstallationMetrics(metrics),
  });
  await look();
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => /^sluice_/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      const name = line
        .slice(0, at)
        .replace(/,?service="test"/, '')
        .replace('{}', '');
      return [name, Number(line.slice(at + 1))];
    }),
  );
}

it('a process that does not sweep exports nothing of the installation, so that each figure is there once', async () => {
  const names = [...(await collected(world.redis, false)).keys()];
  expect(names.filter((name) => /^sluice_(queue|outbox|cap|held|redis|mongodb_disk)/.test(name))).toEqual([]);
});

it('the process that sweeps exports how many leads wait in each queue, since when, and whether it is paused', async () => {
  const producer = createProducer(world.redis);
  const { delivery } = stageQueues;
  const since = new Date(Date.now() - 60_000);
  const payload = (n: number) => ({ tenantId: 'demo', submissionId: `sub_${n}`, generation: 0 });
  await Promise.all([1, 2, 3].map((n) => producer.add(delivery, { payload: payload(n), since })));
  const queue = new Queue(delivery.name, { connection: world.redis, prefix: delivery.prefix });
  try {
    await queue.pause();
    const shown = await collected();
    expect(shown.get('sluice_queue_depth{queue="delivery",state="waiting"}')).toBe(3);
    expect(shown.get('sluice_queue_depth{queue="routing",state="waiting"}')).toBe(0);
    expect(shown.get('sluice_queue_oldest_waiting_seconds{queue="delivery"}')).toBeGreaterThan(59);
    expect(shown.get('sluice_queue_paused{queue="delivery"}')).toBe(1);
    expect(shown.get('sluice_queue_workers{queue="delivery"}')).toBe(0);
    expect(shown.get('sluice_redis_memory_used_bytes')).toBeGreaterThan(100_000);
  } finally {
    await queue.close();
    await producer.close();
  }
});

it('the age of the oldest lead in progress counts from its acceptance, and held leads count separately', async () => {
  const { conclusions, submissions } = world.stores.forTenant('demo');
  const ago = (seconds: number) => new Date(world.stores.clock.now().getTime() - seconds * 1000);
  const later = new Date(world.stores.clock.now().getTime() + 3_600_000);
  const add = async (acceptedAt: Date) => {
    const one = aSubmission({
      submissionId: newId('submission'),
      leadId: newId('lead'),
      acceptedAt,
      dueAt: later,
    });
    await world.stores.accept(accepted(one));
    return one.submissionId;
  };
  const [held, ended] = [await add(ago(900)), await add(ago(600))];
  await add(ago(300));
  await submissions.hold(held, 0, {
    until: later,
    reason: 'outside_schedule',
    waitsFor: ['campaign.ACME.hours.open'],
  });
  await conclusions.close(ended, { end: { status: 'delivered', endedAt: world.stores.clock.now() } });
  const shown = await collected();
  expect(shown.get('sluice_oldest_unfinished_seconds')).toBeGreaterThanOrEqual(300);
  expect(shown.get('sluice_oldest_unfinished_seconds')).toBeLessThan(400);
  expect(shown.get('sluice_held_now')).toBe(1);
  expect(shown.get('sluice_outbox_overdue')).toBe(0);
});

it('each cap of an active campaign and of its client is exported with its use', async () => {
  const { campaigns, clients } = world.stores.forTenant('demo');
  await putTenant(world.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: {} });
  await putItem(clients, 'cli_1', aStoredClient({ clientId: 'cli_1', settings: { maxLeadsPerDay: 50 } }));
  const limit = { type: 'lifetime', cap: 10, action: 'queue' };
  const own = { clientId: 'cli_1', deliveryLimits: [limit] as Campaign['deliveryLimits'] };
  const campaign = aStoredCampaign({ campaignId: 'CAPS', ...own });
  await putItem(campaigns, 'CAPS', campaign);
  const count = lifetimeCount({ campaignId: 'CAPS' }, 10);
  expect(
    await openSlot(world.stores.forTenant('demo'), slot('sub_1.routing.0'), world.stores.clock.now(), [
      count,
    ]),
  ).toBeUndefined();
  const shown = await collected();
  const cap = '{tenant="demo",of="campaign",id="CAPS",period="lifetime"}';
  expect([shown.get(`sluice_cap${cap}`), shown.get(`sluice_cap_used${cap}`)]).toEqual([10, 1]);
  expect(shown.get('sluice_cap{tenant="demo",of="client",id="cli_1",period="daily"}')).toBe(50);
});

it('a metric that cannot be measured is left out, and never exported with an old value', async () => {
  const gone = producerConnection('redis://127.0.0.1:9', silentLogger);
  try {
    const shown = await collected(gone);
    expect([...shown.keys()].filter((name) => /^sluice_(queue|world.redis)_/.test(name))).toEqual([]);
    expect(shown.get('sluice_held_now')).toBe(1);
  } finally {
    gone.disconnect();
  }
});

it('the process that sweeps exports how many leads wait for a campaign, and forgets it once none does', async () => {
  const producer = createProducer(world.redis);
  const lists = producer.lists(stageQueues.routing);
  const list = { tenantId: 'demo', list: 'campaign.CROWDED' };
  await Promise.all(['sub_1.0', 'sub_2.0'].map((item) => lists.add(list, { item, sinceMs: Date.now() })));
  const metric = 'sluice_leads_waiting_for_campaign{tenant="demo",campaign="CROWDED"}';
  expect((await collected()).get(metric)).toBe(2);
  expect((await collected()).get('sluice_queue_depth{queue="routing",state="delayed"}')).toBe(2);
  for (const item of ['sub_1.0', 'sub_2.0']) await lists.remove(list, item);
  expect((await collected()).get(metric)).toBeUndefined();
  await producer.close();
});
