import type { QualificationDecision } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const ref = { submissionId: 'sub_1', leadId: 'lead_1' };
const qualified: QualificationDecision = { kind: 'qualified', trace: [] };
const error = (reason: string): QualificationDecision => ({ kind: 'error', reason, trace: [] });

describe('the journal', () => {
  it('records the first of many concurrent decisions and returns it to every writer', async () => {
    const { journal } = world.stores.forTenant('demo');
    const recorded = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        journal.record(ref, 'qualification', 0, error(`${i}`), new Date()),
      ),
    );
    expect(recorded.filter(({ ours }) => ours)).toHaveLength(1);
    expect(new Set(recorded.map(({ recorded: decision }) => decision.reason)).size).toBe(1);
    expect((await journal.find('sub_1', 'qualification', 0))?.reason).toBe(recorded[0]?.recorded.reason);
  });

  it('returns a history in the order in which it was decided', async () => {
    const { journal } = world.stores.forTenant('demo');
    const two = { submissionId: 'sub_2', leadId: 'lead_2' };
    const held = {
      kind: 'held',
      reason: 'r',
      campaignId: 'C',
      until: new Date(),
      waitsFor: [],
      trace: [],
    } as const;
    await journal.record(two, 'delivery', 11, { kind: 'failed', reason: 'f', trace: [] }, new Date());
    await journal.record(
      two,
      'delivery',
      3,
      { kind: 'passed_on', reason: 'f', asked: [], trace: [] },
      new Date(),
    );
    for (let generation = 11; generation >= 0; generation -= 1) {
      await journal.record(two, 'routing', generation, held, new Date());
    }
    await journal.record(two, 'qualification', 0, qualified, new Date());
    await journal.record(
      { submissionId: 'sub_20', leadId: 'lead_2' },
      'qualification',
      0,
      qualified,
      new Date(),
    );
    const history = await journal.history('sub_2');
    expect(history.map(({ stage, generation }) => `${stage}.${generation}`)).toEqual([
      'qualification.0',
      ...Array.from({ length: 4 }, (_, generation) => `routing.${generation}`),
      'delivery.3',
      ...Array.from({ length: 8 }, (_, generation) => `routing.${generation + 4}`),
      'delivery.11',
    ]);
  });

  it('returns no decision of another tenant', async () => {
    const theirs = world.stores.forTenant('other').journal;
    expect(await theirs.find('sub_1', 'qualification', 0)).toBeUndefined();
    expect(await theirs.history('sub_1')).toEqual([]);
  });
});
