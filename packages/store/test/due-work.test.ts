import type { NewEffect } from '@sluice/contracts';
import { aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const anEffect = (effectId: string): NewEffect => ({
  effectId,
  kind: 'call',
  eventId: 'evt_1',
  submissionId: 'sub_e',
  leadId: 'lead_e',
  campaignId: 'ACMRU',
  trigger: 'lead_qualified',
  body: { interactionId: 'int_1' },
});
const past = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe('due work', () => {
  it('is returned with the longest overdue first, and not again after it is postponed', async () => {
    const { accept, due, outbox } = world.stores;
    await accept({ submission: aSubmission({ submissionId: 'sub_a', dueAt: past(10) }) });
    await accept({ submission: aSubmission({ submissionId: 'sub_b', dueAt: past(20) }) });
    await accept({ submission: aSubmission({ submissionId: 'sub_c' }) });
    const found = await due.submissions('demo', 10);
    expect(found.map(({ submissionId }) => submissionId)).toEqual(['sub_b', 'sub_a']);
    expect((await outbox.lag()).overdue).toBe(2);
    await due.postponeSubmissions(found, [], new Date());
    expect(await due.submissions('demo', 10)).toEqual([]);
  });

  it('is reported by tenant, and with the greatest lag of all', async () => {
    const { accept, due, outbox } = world.stores;
    const of = (tenantId: string, submissionId: string, dueAt: Date) =>
      accept({ submission: aSubmission({ tenantId, submissionId, dueAt }) });
    await of('t-one', 'sub_1', past(5));
    await of('t-one', 'sub_2', past(4));
    const longest = past(50);
    await of('t-three', 'sub_3', longest);
    await of('t-two', 'sub_4', past(-60));
    expect((await due.tenants()).submissions).toEqual(['t-one', 't-three']);
    expect((await due.submissions('t-one', 1)).map(({ submissionId }) => submissionId)).toEqual(['sub_1']);
    const { overdue, oldestMs } = await outbox.lag();
    expect(overdue).toBe(3);
    expect(oldestMs).toBeGreaterThanOrEqual(49_500);
    expect(oldestMs).toBeLessThanOrEqual(Date.now() - longest.getTime() + 500);
    expect((await outbox.lag(2)).overdue).toBe(2);
    for (const tenantId of ['t-one', 't-three']) {
      await due.postponeSubmissions([], await due.submissions(tenantId, 10), new Date());
    }
  });

  it('is not set again for a submission that ended during the sweep', async () => {
    const { accept, due, forTenant } = world.stores;
    await accept({ submission: aSubmission({ submissionId: 'sub_d', dueAt: past(5) }) });
    const found = await due.submissions('demo', 10);
    await forTenant('demo').conclusions.close('sub_d', { end: { status: 'delivered', endedAt: new Date() } });
    await due.postponeSubmissions(found, [], new Date());
    const after = await forTenant('demo').submissions.find('sub_d');
    expect(after).toMatchObject({ status: 'delivered' });
    expect(after?.dueAt).toBeUndefined();
  });

  it('is never set again after an end by a late hold or postponement', async () => {
    const { accept, forTenant } = world.stores;
    const { conclusions, submissions, effects } = forTenant('demo');
    await accept({ submission: aSubmission({ submissionId: 'sub_e' }) });
    await conclusions.close('sub_e', { end: { status: 'delivered', endedAt: new Date() } });
    await submissions.postpone('sub_e', past(1));
    await submissions.hold('sub_e', 0, { until: past(1), reason: 'outside_hours', waitsFor: ['hours'] });
    const after = await submissions.find('sub_e');
    expect(after).toMatchObject({ status: 'delivered' });
    expect(after?.dueAt).toBeUndefined();

    const effectId = 'lead_e.pixel.R01.once';
    await effects.plan(anEffect(effectId), past(2), past(-20));
    await effects.progress(effectId, { status: 'done' }, new Date());
    await world.stores.due.postponeEffects([{ tenantId: 'demo', effectId }], [], past(1));
    const effect = await effects.find(effectId);
    expect(effect).toMatchObject({ status: 'done' });
    expect(effect?.dueAt).toBeUndefined();
  });

  it('is swept by one process at a time, and by another once the first has stopped renewing its lease', async () => {
    const { leaderLease } = world.stores;
    // Longer than a busy machine takes for three queries.
    const leaseMs = 5_000;
    expect(await leaderLease.becomeLeader('one', leaseMs)).toBe(true);
    expect(await leaderLease.becomeLeader('two', leaseMs)).toBe(false);
    expect(await leaderLease.becomeLeader('one', leaseMs)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, leaseMs + 100));
    expect(await leaderLease.becomeLeader('two', leaseMs)).toBe(true);
  });
});
