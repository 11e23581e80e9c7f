import type { Decision, Stage } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import {
  delivered,
  effects,
  failing,
  type Given,
  keys,
  matching,
  now,
  qualified,
  quiet,
} from '../../test/effects.js';

const trace = [] as const;

describe('revenue milestones', () => {
  const milestone = (more: Record<string, unknown> = {}) => ({
    leadStatus: 'delivered',
    amount: 250,
    ...more,
  });
  const booked = (more: Record<string, unknown>, given: Given = {}) =>
    keys(delivered, {
      ...quiet,
      stage: 'delivery',
      campaign: campaignOf({ revenueMilestones: [milestone(more)] }),
      ...given,
    });

  it('are booked once per lead', () => {
    const once = ['lead_1.milestone.ACMRU.~0'];
    expect(booked({})).toEqual(once);
    expect(booked({}, { submission: { submissionId: 'sub_2' } })).toEqual(once);
  });

  it('record the status, the amount and the currency', () => {
    const revenueMilestones = [milestone({ leadStatus: 'rejected' }), milestone({ currency: 'eur' })];
    const [effect] = effects(delivered, {
      ...quiet,
      stage: 'delivery',
      campaign: campaignOf({ revenueMilestones }),
    });
    expect(effect).toMatchObject({
      effectId: 'lead_1.milestone.ACMRU.~1',
      kind: 'milestone',
      campaignId: 'ACMRU',
      body: { leadStatus: 'delivered', amount: 250, currency: 'EUR' },
    });
  });

  it.each([
    [{ active: false }, 'UTC', false],
    [{ conditions: matching }, 'UTC', true],
    [{ conditions: failing }, 'UTC', false],
    [{ validFrom: '2026-03-01', validTo: '2026-03-01' }, 'UTC', true],
    [{ validFrom: '2026-03-02' }, 'UTC', false],
    [{ validFrom: '2026-03-02' }, 'Europe/Berlin', true],
    [{ validTo: '2026-02-28' }, 'UTC', false],
    [{ validTo: '2026-03-01' }, 'Europe/Berlin', false],
  ])('with %j are booked in the time zone %s: %s', (more, timezone, books) => {
    expect(booked(more, { timezone })).toHaveLength(books ? 1 : 0);
  });

  it('are those of the campaign that the lead was delivered to', () => {
    const placedWith = campaignOf({ campaignId: 'BORRU', revenueMilestones: [milestone({ amount: 9 })] });
    expect(booked({}, { placedWith })).toEqual(['lead_1.milestone.BORRU.~0']);
  });

  it('are not booked for test leads', () => {
    expect(booked({}, { submission: { isTest: true } })).toEqual([]);
  });

  it.each<[string, Stage, Decision]>([
    ['pending', 'qualification', qualified],
    ['qualified', 'qualification', qualified],
    ['queued', 'routing', { kind: 'held', reason: 'x', campaignId: 'A', until: now, waitsFor: [], trace }],
    ['failed', 'delivery', { kind: 'failed', reason: 'x', trace }],
  ])('of status %s are booked at %s', (leadStatus, stage, decision) => {
    const revenueMilestones = [milestone({ leadStatus })];
    expect(keys(decision, { ...quiet, stage, campaign: campaignOf({ revenueMilestones }) })).toHaveLength(1);
  });
});
