import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { isOnHold } from '../src/index.js';

const world = duringTests(openWorld);
afterEach(() =>
  Promise.all(['submissions', 'leads', 'effects'].map((name) => world.db.collection(name).deleteMany({}))),
);

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const held = (tenantId: string, id: string) => ({ scope: 'submissions', tenantId, id }) as const;
const found = (id: string, tenantId = 'demo') => world.stores.forTenant(tenantId).submissions.find(id);

async function accept(submissionId: string, dueAt: Date, tenantId = 'demo'): Promise<void> {
  await world.stores.accept(accepted(aSubmission({ submissionId, tenantId, dueAt, acceptedAt: dueAt })));
}

async function onHold(submissionId: string, dueAt: Date, tenantId = 'demo'): Promise<void> {
  await accept(submissionId, dueAt, tenantId);
  await world.stores.workOnHold.put(held(tenantId, submissionId));
}

const everyTenant = { after: '', limit: 100 };

describe('work on hold', () => {
  it('is due for nobody, and counts neither as overdue nor as the oldest in progress', async () => {
    await onHold('sub_old', ago(3_600));
    await accept('sub_new', ago(5));
    const { due, outbox } = world.stores;
    expect((await due.submissions('demo', 10)).map(({ submissionId }) => submissionId)).toEqual(['sub_new']);
    expect(await outbox.overdue(10)).toBe(1);
    expect((await outbox.lag()).oldestMs).toBeLessThan(60_000);
    expect(await outbox.oldestInProgressMs()).toBeLessThan(60_000);
    await world.stores.workOnHold.put(held('demo', 'sub_new'));
    expect(await due.tenants()).toEqual({ submissions: [], effects: [] });
    expect(await outbox.lag()).toEqual({ overdue: 0, oldestMs: 0 });
    expect(await outbox.oldestInProgressMs()).toBe(0);
  });

  it('is counted by tenant and in all, up to a bound', async () => {
    for (const n of [1, 2, 3]) await onHold(`sub_${n}`, ago(n));
    await onHold('sub_4', ago(4), 'other');
    await accept('sub_5', ago(5));
    const { workOnHold } = world.stores;
    expect(await Promise.all([workOnHold.waiting(10), workOnHold.waiting(10, 'demo')])).toEqual([4, 3]);
    expect(await workOnHold.waiting(2)).toBe(2);
  });

  it('is released oldest first and some at a time, and every piece of it once', async () => {
    for (const n of [3, 1, 2, 4]) await onHold(`sub_${n}`, ago(100 - n));
    const { due, workOnHold } = world.stores;
    const released: string[][] = [];
    for (let made = 1; made > 0;) {
      made = await workOnHold.release('submissions', 'demo', 3);
      const now = (await due.submissions('demo', 10)).map(({ submissionId }) => submissionId);
      if (made > 0) released.push(now.sort());
      await due.postponeSubmissions(
        [],
        now.map((submissionId) => ({ tenantId: 'demo', submissionId })),
        new Date(),
      );
    }
    expect(released).toEqual([['sub_1', 'sub_2', 'sub_3'], ['sub_4']]);
  });

  it('ends and moves like any other: what was put on hold late stays ended, and a later step replaces the hold', async () => {
    await onHold('sub_ends', ago(10));
    const { conclusions, submissions } = world.stores.forTenant('demo');
    await conclusions.close('sub_ends', { end: { status: 'delivered', endedAt: new Date() } });
    await world.stores.workOnHold.put(held('demo', 'sub_ends'));
    expect((await found('sub_ends'))?.dueAt).toBeUndefined();

    await onHold('sub_moves', ago(10));
    const next = new Date(Date.now() + 30_000);
    await submissions.postpone('sub_moves', next);
    expect((await found('sub_moves'))?.dueAt).toEqual(next);
    expect(await world.stores.workOnHold.release('submissions', 'demo', 10)).toBe(0);
    expect((await found('sub_moves'))?.dueAt).toEqual(next);
  });

  it('is put on hold once: a second time changes nothing, and a lead that is held until an instant keeps it', async () => {
    await onHold('sub_twice', ago(10));
    const first = (await found('sub_twice'))?.dueAt;
    await world.stores.workOnHold.put(held('demo', 'sub_twice'));
    expect((await found('sub_twice'))?.dueAt).toEqual(first);

    await accept('sub_held', ago(10));
    const until = new Date(Date.now() + 3_600_000);
    await world.stores
      .forTenant('demo')
      .submissions.hold('sub_held', 0, { until: until, reason: 'outside_schedule', waitsFor: ['hours'] });
    await world.stores.workOnHold.put(held('demo', 'sub_held'));
    expect((await found('sub_held'))?.dueAt).toEqual(until);
  });

  it('is found of every tenant that is not on hold, in pages', async () => {
    for (const tenantId of ['a', 'b', 'c', 'd']) await onHold(`sub_${tenantId}`, ago(10), tenantId);
    await accept('sub_e', ago(10), 'e');
    const tenants = (holding: string[], page = everyTenant) =>
      world.stores.workOnHold.releasableTenants('submissions', holding, page);
    expect(await tenants([])).toEqual(['a', 'b', 'c', 'd']);
    expect(await tenants(['b', 'd'])).toEqual(['a', 'c']);
    expect(await tenants(['b'], { after: 'a', limit: 1 })).toEqual(['c']);
    expect(await world.stores.workOnHold.releasableTenants('effects', [], everyTenant)).toEqual([]);
  });

  it('includes effects, which are released apart from submissions', async () => {
    const { effects } = world.stores.forTenant('demo');
    const effect = {
      effectId: 'sub_1.lead_created.webhook',
      tenantId: 'demo',
      leadId: 'lead_1',
      submissionId: 'sub_1',
      campaignId: 'ACMRU',
      kind: 'webhook',
      trigger: 'lead_created',
      body: {},
    } as const;
    await effects.plan(effect as never, ago(10), ago(1));
    await world.stores.workOnHold.put({ scope: 'effects', tenantId: 'demo', id: effect.effectId });
    expect(isOnHold((await effects.find(effect.effectId))?.dueAt)).toBe(true);
    expect(await world.stores.due.effects('demo', 10)).toEqual([]);
    expect(await world.stores.workOnHold.release('submissions', 'demo', 10)).toBe(0);
    expect(await world.stores.workOnHold.release('effects', 'demo', 10)).toBe(1);
    expect(await world.stores.due.effects('demo', 10)).toHaveLength(1);
  });

  it('of a tenant that nobody may reach by an id is left alone', async () => {
    await accept('sub_1', ago(10), 'other');
    await world.stores.workOnHold.put(held('demo', '../other/sub_1'));
    expect(isOnHold((await found('sub_1', 'other'))?.dueAt)).toBe(false);
  });
});

describe('whether calls are on hold', () => {
  const hold = { by: 'ada', reason: 'wrong buyer', since: new Date() };

  it('covers the tenant and the installation, and an end is known at once in every process', async () => {
    const { activeHolds, tenantHolds, hold: installation } = world.stores;
    const concerned = async () => [await activeHolds.concern('a'), await activeHolds.concern('b')];
    const until = async (expected: readonly boolean[]) => {
      for (const end = Date.now() + 3_000; Date.now() < end;)
        if (JSON.stringify(await concerned()) === JSON.stringify(expected)) return;
      expect(await concerned()).toEqual(expected);
    };
    await tenantHolds.put({ tenantId: 'a', ...hold });
    await until([true, false]);
    await installation.put({ at: new Date(), by: 'ada' });
    await until([true, true]);
    await tenantHolds.release('a');
    expect(await concerned()).toEqual([true, true]);
    await tenantHolds.put({ tenantId: 'b', ...hold });
    await installation.release();
    // Longer than one read serves a batch.
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await concerned()).toEqual([false, true]);
    await tenantHolds.release('b');
  });
});
