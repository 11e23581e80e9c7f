import type { NewEffect } from '@sluice/contracts';
import { milestoneEntry } from './milestone-entry.js';
import { saleEntry, type Sale } from './sale-entry.js';

const receivedAt = new Date('2026-03-01T12:00:00Z');
const occurredAt = new Date('2026-03-02T12:00:00Z');

const sale = (decision: Partial<Sale['decision']> = {}, more: Partial<Sale> = {}) =>
  saleEntry({
    submission: { submissionId: 'sub_1', leadId: 'lead_1', campaignId: 'ACMRU', isTest: false },
    decision: { campaignId: 'BORRU', clientId: 'cli_bo', ...decision },
    terms: undefined,
    placedWith: { offerId: 'off_roundup' },
    receivedAt,
    occurredAt,
    ...more,
  });

describe('the entry of a sale', () => {
  it('says where the lead came in, where it was placed, and for how much', () => {
    expect(sale({ price: 42.5, currency: 'EUR' })).toEqual({
      entryId: 'sub_1.sale',
      type: 'sale',
      minor: 4250,
      currency: 'EUR',
      leadId: 'lead_1',
      submissionId: 'sub_1',
      campaignId: 'ACMRU',
      placedCampaignId: 'BORRU',
      clientId: 'cli_bo',
      offerId: 'off_roundup',
      occurredAt,
      receivedAt,
    });
  });

  it.each([
    [undefined, 'USD'],
    [{ currency: 'CAD' }, 'CAD'],
  ])('without a price is unpriced and of nothing, on the terms %j in %s', (terms, currency) => {
    expect(sale({}, { terms })).toMatchObject({ minor: 0, currency, unpriced: true });
  });

  it('for a price of nothing is not unpriced', () => {
    expect(sale({ price: 0, currency: 'USD' })).not.toHaveProperty('unpriced', expect.anything());
  });

  it("keeps the buyer's identifier of the lead, by which a return finds it", () => {
    expect(sale({ reference: 'B-1042' })).toMatchObject({ reference: 'B-1042' });
  });

  it('is not made for a test lead', () => {
    const submission = { submissionId: 'sub_1', leadId: 'lead_1', campaignId: 'ACMRU', isTest: true };
    expect(sale({ price: 42.5, currency: 'USD' }, { submission })).toBeUndefined();
  });
});

describe('the entry of a milestone', () => {
  const effect = (amount: number, currency: string): NewEffect<'milestone'> => ({
    effectId: 'lead_1.milestone.BORRU.~0',
    kind: 'milestone',
    eventId: 'evt_1',
    trigger: 'status.delivered',
    submissionId: 'sub_1',
    leadId: 'lead_1',
    campaignId: 'BORRU',
    body: {
      leadStatus: 'delivered',
      amount,
      currency,
      clientId: 'cli_bo',
      offerId: 'off_roundup',
      placedCampaignId: 'BORRU',
    },
  });
  const lead = { campaignId: 'ACMRU', receivedAt };
  const booked = (amount: number, currency: string) =>
    milestoneEntry(effect(amount, currency), lead, occurredAt);

  it('has the key of its effect, which exists once per lead and milestone', () => {
    expect(booked(250, 'USD')).toEqual({
      entryId: 'lead_1.milestone.BORRU.~0',
      type: 'milestone',
      minor: 25_000,
      currency: 'USD',
      leadId: 'lead_1',
      submissionId: 'sub_1',
      campaignId: 'ACMRU',
      placedCampaignId: 'BORRU',
      clientId: 'cli_bo',
      offerId: 'off_roundup',
      occurredAt,
      receivedAt,
    });
  });

  it.each([
    [42.505, 'USD', 4251],
    [99.5, 'JPY', 100],
    [1.2345, 'KWD', 1235],
    [-10, 'USD', -1000],
  ])('of %d %s is rounded half up to %d minor units', (amount, currency, minor) => {
    expect(booked(amount, currency)).toMatchObject({ minor });
  });

  it('is not made for an amount that cannot be counted exactly', () => {
    expect(booked(1e21, 'USD')).toBeUndefined();
  });
});
