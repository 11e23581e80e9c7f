import {
  deliveryQueue,
  emailQueue,
  INSTALLATION,
  qualificationQueue,
  routingQueue,
  type Campaign,
  type QueueDefinition,
} from '@sluice/contracts';
import { accountMailEffect, clientLane } from '@sluice/domain';
import { newId } from '@sluice/process';
import type { Stores } from '@sluice/store';
import { accepted, aSubmission, duringTests, openLink } from '@sluice/testing';
import { createIntake, sweepOnce } from '../src/index.js';
import { openPipeline, queued as itemsIn } from './pipeline.js';

const world = duringTests(openPipeline);
afterEach(() => world.emptyRedis());

const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', offerId: 'off_1' } as Campaign;

/** Accepts leads in one moment, as the gateway does, and returns their submission ids. */
async function accept(tenantId: string, count: number): Promise<string[]> {
  const intake = createIntake(world.core);
  const submissionIds = Array.from({ length: count }, () => newId('submission'));
  await Promise.all(
    submissionIds.map((submissionId) => {
      const lead = { tenantId, leadId: newId('lead'), submissionId, kind: 'submit', campaign } as const;
      return intake.acceptNew({ ...lead, data: {}, search: [], isTest: false });
    }),
  );
  await intake.offered();
  return submissionIds;
}

/** The submissions that wait in a queue, batch by batch, in the order in which workers take them. */
async function queued(queue: Pick<QueueDefinition, 'prefix' | 'name'>): Promise<string[][]> {
  return (await itemsIn(world, queue)).map((items) => items.map((item) => item.replace(/\.0$/, '')));
}

async function makeOverdue(tenantId: string, submissionIds: readonly string[]): Promise<void> {
  const { submissions } = world.core.stores.forTenant(tenantId);
  const past = new Date(Date.now() - 1_000);
  await Promise.all(submissionIds.map((id) => submissions.postpone(id, past)));
}

/** Qualifies a submission and enqueues it for routing, as its worker does. */
async function enqueueForRouting(tenantId: string, submissionId: string): Promise<void> {
  const { producer, stores } = world.core;
  const { submissions, journal } = stores.forTenant(tenantId);
  const decidedAt = stores.clock.now();
  const submission = await submissions.find(submissionId);
  await journal.record(submission!, 'qualification', 0, { kind: 'qualified', trace: [] }, decidedAt);
  const payload = { tenantId, submissionId, generation: 0 };
  await producer.add(routingQueue, { payload, since: decidedAt });
}

/** Drops every job, as if a worker had taken them all and died. */
const forgetAll = () => world.emptyRedis();

describe('overdue leads', () => {
  it('are not requeued while they wait in their queue, however long', async () => {
    const waiting = await accept('a', 150);
    await makeOverdue('a', waiting);
    expect(await sweepOnce(world.core)).toBe(0);
    expect((await queued(qualificationQueue)).flat().sort()).toEqual(waiting.sort());
    expect(await world.core.stores.due.submissions('a', 10)).toEqual([]);
  });

  it('are not requeued while they wait for routing, although their last decision is the qualification', async () => {
    const [submissionId = ''] = await accept('b', 1);
    await forgetAll();
    await enqueueForRouting('b', submissionId);
    await makeOverdue('b', [submissionId]);
    expect(await sweepOnce(world.core)).toBe(0);
    expect(await queued(qualificationQueue)).toEqual([]);
  });

  it('are not requeued while they wait for routing, although they were requeued for qualification before', async () => {
    const [submissionId = ''] = await accept('r', 1);
    await forgetAll();
    await makeOverdue('r', [submissionId]);
    expect(await sweepOnce(world.core)).toBe(1);
    await forgetAll();
    await enqueueForRouting('r', submissionId);
    await makeOverdue('r', [submissionId]);
    expect(await sweepOnce(world.core)).toBe(0);
    expect(await queued(routingQueue)).toEqual([[submissionId]]);
  });

  it('are not requeued while they wait in the lane of their buyer, also if a check was made before', async () => {
    const { producer, stores } = world.core;
    const [submissionId = ''] = await accept('c-lane', 1);
    await forgetAll();
    await enqueueForRouting('c-lane', submissionId);
    await forgetAll();
    const { submissions, journal } = stores.forTenant('c-lane');
    const at = stores.clock.now();
    const consent = { kind: 'ask', check: 'consent.0a1b2c3d', field: 'x', onFailure: 'flag' } as const;
    const placement = { campaignId: 'ACMRU', clientId: 'cli_1', reservedAt: at };
    const routed = {
      kind: 'routed',
      ...placement,
      consent: { ...consent, onError: 'pass' },
      trace: [],
    } as const;
    await journal.record((await submissions.find(submissionId))!, 'routing', 0, routed, at);
    const payload = { tenantId: 'c-lane', submissionId, generation: 0 };
    await producer.add(deliveryQueue, { payload, since: at, lane: clientLane('cli_1') });
    await makeOverdue('c-lane', [submissionId]);
    expect(await sweepOnce(world.core)).toBe(0);
    expect(await queued(routingQueue)).toEqual([]);
  });

  it('are all requeued after Redis was emptied, in batches, tenants taking turns', async () => {
    const [c, d] = [await accept('c', 100), await accept('d', 100)];
    await forgetAll();
    await makeOverdue('c', c);
    await makeOverdue('d', d);
    expect(await sweepOnce(world.core)).toBe(200);
    const batches = await queued(qualificationQueue);
    expect(batches.flat().sort()).toEqual([...c, ...d].sort());
    const tenants = batches.map(([first = '']) => (c.includes(first) ? 'c' : 'd'));
    expect(tenants).toEqual(['c', 'd', 'c', 'd']);
    expect(Math.min(...batches.map(({ length }) => length))).toBeGreaterThan(30);
  });

  it('are requeued once when their batch was taken and lost', async () => {
    const lost = await accept('e', 3);
    await forgetAll();
    await makeOverdue('e', lost);
    expect(await sweepOnce(world.core)).toBe(3);
    await makeOverdue('e', lost);
    expect(await sweepOnce(world.core)).toBe(0);
    expect((await queued(qualificationQueue)).flat().sort()).toEqual(lost.sort());
  });

  it('get their lead if the database died between storing a submission and its lead', async () => {
    const { submission } = accepted(aSubmission({ tenantId: 'halfway', submissionId: newId('submission') }));
    await world.core.stores.accept({ submission });
    await makeOverdue('halfway', [submission.submissionId]);
    expect(await sweepOnce(world.core)).toBe(1);
    const lead = await world.core.stores.forTenant('halfway').leads.find(submission.leadId);
    expect(lead).toMatchObject({ status: 'pending', lastSubmissionId: submission.submissionId });
  });

  it('are requeued although a job of an older release names them, which this release cannot read', async () => {
    const [submissionId = ''] = await accept('f', 1);
    await forgetAll();
    const { name, prefix } = qualificationQueue;
    const [key, jobId] = [`${prefix}:${name}`, `${submissionId}-qualification-0`];
    const data = JSON.stringify({ tenantId: 'f', submissionId, generation: 0 });
    await world.redis.hset(`${key}:${jobId}`, { name, data, opts: '{}' });
    await world.redis.lpush(`${key}:wait`, jobId);
    await makeOverdue('f', [submissionId]);
    expect(await sweepOnce(world.core)).toBe(1);
    expect(await queued(qualificationQueue)).toEqual([[submissionId]]);
  });

  it('are checked again at once when MongoDB returns after an outage during the check', async () => {
    const overdue = await accept('g', 2);
    await forgetAll();
    await makeOverdue('g', overdue);
    const link = await openLink(Number(new URL(world.mongodbUrl).port));
    const url = new URL(world.mongodbUrl);
    url.port = String(link.port);
    const away = await world.openStores({ connectTimeoutMs: 500, callTimeoutMs: 500 }, url.href);
    link.become('cut');
    // The query for due records still works; the queries about each record fail.
    const { stores } = world.core;
    const lookedUpAway = {
      ...stores,
      due: stores.due,
      forTenant: (id: string) => away.forTenant(id),
    } as Stores;
    expect(await sweepOnce({ ...world.core, stores: lookedUpAway })).toBe(0);
    expect(await sweepOnce(world.core)).toBe(2);
    await link.close();
  });
});

it('a mail of the installation whose job was lost is requeued, as those of tenants are', async () => {
  const { stores } = world.core;
  const mail = { mail: 'password_changed', to: 'ada@example.com', facts: {} } as const;
  const ids = { effectId: 'password_changed.lost', eventId: newId('event') };
  const at = stores.clock.now();
  const past = new Date(at.getTime() - 1_000);
  await stores.forTenant(INSTALLATION).effects.plan(accountMailEffect(ids, mail, at), at, past);
  await sweepOnce(world.core);
  expect((await itemsIn(world, emailQueue)).flat()).toEqual([ids.effectId]);
});
