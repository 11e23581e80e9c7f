import { qualificationQueue, type Campaign } from '@sluice/contracts';
import { newId } from '@sluice/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { createIntake, leaveQueues, sweepOnce } from '../src/index.js';
import { openWorld, type World } from './world.js';

const PER_TENANT = 20;

let world: World;
beforeAll(async () => {
  world = await openWorld(PER_TENANT);
});
afterAll(() => world.close());
afterEach(() => world.redis.flushall());

const campaign = { campaignId: 'ACMRU', clientId: 'cli_1', offerId: 'off_1' } as Campaign;

/** Accepts a lead as the gateway does, and answers its submission. */
async function accept(tenantId: string): Promise<string> {
  const submissionId = newId('submission');
  const intake = createIntake(world.core);
  const lead = { tenantId, leadId: newId('lead'), submissionId, kind: 'submit', campaign } as const;
  await intake.acceptNew({ ...lead, data: {}, search: [], isTest: false });
  await intake.offered();
  // The next one is younger by the clock as well.
  await pause(2);
  return submissionId;
}

async function acceptMany(tenantId: string, count: number): Promise<string[]> {
  const accepted: string[] = [];
  for (let n = 0; n < count; n += 1) accepted.push(await accept(tenantId));
  return accepted;
}

const key = (state: string) => `${qualificationQueue.prefix}:${qualificationQueue.name}:${state}`;

/** The submissions of a tenant that wait in the queue, in the order in which they will be taken. */
async function queued(tenantId: string): Promise<string[]> {
  const { redis } = world;
  const wait = (await redis.lrange(key('wait'), 0, -1)).reverse();
  const jobIds = [...wait, ...(await redis.zrange(key('prioritized'), '0', '-1'))];
  const tenants = await Promise.all(jobIds.map((id) => redis.hget(key(id), 'data')));
  return jobIds.flatMap((id, index) =>
    tenants[index]?.includes(`"tenantId":"${tenantId}"`)
      ? [id.replace(`-qualification-0-${tenantId}`, '')]
      : [],
  );
}

/** What a worker does with the oldest jobs of a tenant. */
async function finish(tenantId: string, count: number): Promise<void> {
  const { core, redis } = world;
  const { admission } = core.producer;
  const finished = (await queued(tenantId)).slice(0, count);
  const [roomBefore = 0] = await admission.room([['submissions', tenantId]]);
  for (const submissionId of finished) {
    const id = `${submissionId}-qualification-0-${tenantId}`;
    await redis.multi().lrem(key('wait'), 1, id).zrem(key('prioritized'), id).del(key(id)).exec();
    const { submissions } = core.stores.forTenant(tenantId);
    await submissions.end(submissionId, { status: 'delivered', endedAt: new Date() });
    leaveQueues(core, { tenantId, submissionId });
  }
  // They leave in the background.
  await until(async () => {
    const [room] = await admission.room([['submissions', tenantId]]);
    return room === roomBefore + finished.length;
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + 15_000; !(await holds()); await pause(5)) {
    if (performance.now() > giveUpAt) throw new Error('not within 15 s');
  }
}

describe('a burst of one tenant', () => {
  it('is in the queues up to the bound and due at once beyond it, and nobody else waits for it', async () => {
    const burst = await acceptMany('a', 30);
    const [other] = await acceptMany('b', 1);
    expect(await queued('a')).toEqual(burst.slice(0, PER_TENANT));
    expect(await queued('b')).toEqual([other]);
    const due = await world.core.stores.due.submissions('a', 100);
    expect(due.map(({ submissionId }) => submissionId)).toEqual(burst.slice(PER_TENANT));

    await finish('a', 6);
    const late = await accept('a');
    await sweepOnce(world.core);
    expect(await queued('a')).toEqual(burst.slice(6, 26));
    await finish('a', 20);
    await sweepOnce(world.core);
    expect(await queued('a')).toEqual([...burst.slice(26), late]);
    await finish('a', 5);
  });

  it('goes on within the bound when Redis is emptied, every tenant for itself', async () => {
    const [a, b] = [await acceptMany('c', 25), await acceptMany('d', 25)];
    await world.redis.flushall();
    for (const [tenantId, accepted] of [
      ['c', a],
      ['d', b],
    ] as const) {
      const { submissions } = world.core.stores.forTenant(tenantId);
      for (const submissionId of accepted)
        await submissions.postpone(submissionId, new Date(Date.now() - 1_000));
    }
    await sweepOnce(world.core);
    expect(await queued('c')).toEqual(a.slice(0, PER_TENANT));
    expect(await queued('d')).toEqual(b.slice(0, PER_TENANT));
  });
});
