import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

describe('acceptance of a submission', () => {
  it('stores every submission of a burst durably with its lead', async () => {
    const ids = Array.from({ length: 500 }, (_, i) => `sub_burst${String(i).padStart(4, '0')}`);
    const outcomes = await Promise.all(
      ids.map((submissionId) => world.stores.accept(accepted(aSubmission({ submissionId })))),
    );
    expect(new Set(outcomes)).toEqual(new Set(['inserted']));
    const { submissions, leads } = world.stores.forTenant('demo');
    for (const submissionId of ids) {
      expect((await submissions.find(submissionId))?.status).toBe('pending');
      expect((await leads.find(submissionId.replace('sub_', 'lead_')))?.lastSubmissionId).toBe(submissionId);
    }
  });

  it('reports a repeat under the same ids as existing, and changes nothing', async () => {
    const first = aSubmission({ submissionId: 'sub_again', data: { firstName: 'Ada' } });
    expect(await world.stores.accept(accepted(first))).toBe('inserted');
    expect(await world.stores.accept(accepted({ ...first, data: { firstName: 'Eve' } }))).toBe('exists');
    expect((await world.stores.forTenant('demo').leads.find('lead_again'))?.data.firstName).toBe('Ada');
  });

  it('tells repeats of a burst from new submissions', async () => {
    const burst = (n: number) => accepted(aSubmission({ submissionId: `sub_mixed${n}` }));
    await Promise.all([1, 3, 4].map((n) => world.stores.accept(burst(n))));
    const outcomes = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => world.stores.accept(burst(n))));
    expect(outcomes).toEqual(['inserted', 'exists', 'inserted', 'exists', 'exists', 'inserted']);
    for (const n of [0, 2, 5])
      expect(await world.stores.forTenant('demo').leads.find(`lead_mixed${n}`)).toBeDefined();
  });

  it('stores the lead of a repeated submission whose first acceptance stopped before it', async () => {
    const { submission, ...rest } = accepted(aSubmission({ submissionId: 'sub_halfway' }));
    await world.stores.accept({ submission });
    const { leads } = world.stores.forTenant('demo');
    expect(await leads.find('lead_halfway')).toBeUndefined();
    expect(await world.stores.accept({ submission, ...rest })).toBe('exists');
    expect(await leads.find('lead_halfway')).toBeDefined();
  });

  it('keeps tenants apart: the same ids are two leads, and an id naming another tenant finds nothing', async () => {
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_shared', tenantId: 'demo' })));
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_shared', tenantId: 'other' })));
    expect((await world.stores.forTenant('other').leads.find('lead_shared'))?.tenantId).toBe('other');
    expect(await world.stores.forTenant('third').leads.find('lead_shared')).toBeUndefined();
    expect(await world.stores.forTenant('third').leads.find('../demo/lead_shared')).toBeUndefined();
    expect(await world.stores.forTenant('third').leads.find('demo/lead_shared')).toBeUndefined();
  });
});

describe('a lead', () => {
  it('takes the status of its latest submission only', async () => {
    const { leads } = world.stores.forTenant('demo');
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_old' })));
    expect(await leads.addSubmission('lead_old', 0, 'sub_new', { status: 'pending' })).toBe(true);
    await leads.recordStatus('lead_old', {
      status: 'rejected',
      ended: true,
      reason: 'late',
      submissionId: 'sub_old',
      at: new Date(),
    });
    expect((await leads.find('lead_old'))?.status).toBe('pending');
    await leads.recordStatus('lead_old', {
      status: 'delivered',
      ended: true,
      submissionId: 'sub_new',
      at: new Date(),
    });
    expect(await leads.find('lead_old')).toMatchObject({ status: 'delivered', lastSubmissionId: 'sub_new' });
  });

  it('admits exactly one of many concurrent submissions after the same predecessor', async () => {
    const { leads } = world.stores.forTenant('demo');
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_race' })));
    const followed = await Promise.all(
      Array.from({ length: 10 }, (_, i) => leads.addSubmission('lead_race', 0, `sub_next${i}`, {})),
    );
    expect(followed.filter(Boolean)).toHaveLength(1);
    const winner = `sub_next${followed.indexOf(true)}`;
    expect(await leads.lists('lead_race', winner)).toBe(true);
    expect(await leads.lists('lead_race', `sub_next${(followed.indexOf(true) + 1) % 10}`)).toBe(false);
  });

  it('never admits a submission that it refused, and never refuses one that it admitted', async () => {
    const { leads } = world.stores.forTenant('demo');
    await world.stores.accept(accepted(aSubmission({ submissionId: 'sub_door' })));
    expect(await leads.refuse('lead_door', 'sub_late')).toBe(true);
    expect(await leads.addSubmission('lead_door', 0, 'sub_late', {})).toBe(false);
    expect(await leads.addSubmission('lead_door', 0, 'sub_early', {})).toBe(true);
    expect(await leads.refuse('lead_door', 'sub_early')).toBe(false);
  });
});
