import type { LedgerEntry, ReturnRecord } from '@sluice/contracts';
import fc from 'fast-check';
import { mostReturns, placedToAllowMore } from './return-quota.js';
import { correctionsOf, leftOfSale } from './left-of-sale.js';
import { returnEntry } from './return-entry.js';
import { isTooLate, lastDayOfReturn } from './return-window.js';

describe('the quota of returns', () => {
  it.each([
    [6, 15, 1],
    [7, 15, 2],
    [20, 15, 3],
    [100, 15, 15],
    [1, 0.5, 1],
    [0, 100, 0],
    [10, 0, 0],
    [10, 100, 10],
  ])('of %d placed leads at %d percent is %d', (placed, percent, most) => {
    expect(mostReturns(placed, percent)).toBe(most);
  });

  it('has room for one more once that many leads are placed', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.integer({ min: 1, max: 1_000 }), (returned, tenths) => {
        const percent = tenths / 10;
        expect(mostReturns(placedToAllowMore(returned, percent), percent)).toBeGreaterThan(returned);
      }),
    );
    expect(placedToAllowMore(0, 0)).toBe(Infinity);
  });
});

describe('the window of returns', () => {
  // In New York this is still 31 October.
  const soldAt = new Date('2026-11-01T03:59:00Z');
  it.each([
    ['America/New_York', 7, '2026-11-07'],
    ['UTC', 7, '2026-11-08'],
    ['UTC', 0, '2026-11-01'],
    ['UTC', 365, '2027-11-01'],
  ])('in %s of %d days ends with %s', (zone, days, last) => {
    expect(lastDayOfReturn(soldAt, days, zone)).toBe(last);
  });

  it('includes its last day whole, by the local clock', () => {
    const late = (now: string) => isTooLate(soldAt, 7, 'America/New_York', new Date(now));
    expect([late('2026-11-08T04:59:59.999Z'), late('2026-11-08T05:00:00Z')]).toEqual([false, true]);
  });
});

it.each([
  [4250, -4250],
  [0, 0],
])('the entry of a return takes back what is left, %d, with %d', (left, negative) => {
  const at = new Date('2026-11-02T12:00:00Z');
  const record: ReturnRecord = {
    returnId: 'ret_1',
    status: 'approved',
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'ACMRU',
    placedCampaignId: 'BORRU',
    clientId: 'cli_bo',
    offerId: 'off_bo',
    minor: 5000,
    currency: 'USD',
    soldAt: at,
    month: '2026-11',
    reason: 'wrong_number',
    requestedAt: at,
    receivedAt: at,
    decidedBy: 'slk_Ab3d',
  };
  expect(returnEntry(record, left, at)).toEqual({
    entryId: 'sub_1.return',
    type: 'return',
    minor: negative,
    currency: 'USD',
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'ACMRU',
    placedCampaignId: 'BORRU',
    clientId: 'cli_bo',
    offerId: 'off_bo',
    occurredAt: at,
    receivedAt: at,
    by: 'slk_Ab3d',
  });
});

describe('what is left of a sale', () => {
  const entry = (type: LedgerEntry['type'], minor: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
    entryId: `${type}_${minor}`,
    type,
    minor,
    currency: 'USD',
    leadId: 'lead_1',
    submissionId: 'sub_1',
    campaignId: 'ACMRU',
    clientId: 'cli_1',
    occurredAt: new Date(0),
    receivedAt: new Date(0),
    ...more,
  });
  const sale = entry('sale', 5500);

  it.each<[string, readonly LedgerEntry[], number | undefined]>([
    ['nothing else', [], 5500],
    ['a part given back', [entry('adjustment', -1250)], 4250],
    ['something added', [entry('adjustment', 500)], 6000],
    ['all of it given back', [entry('adjustment', -5500)], undefined],
    ['more than it earned given back', [entry('adjustment', -6000)], undefined],
    ['its own return', [entry('return', -5500)], 5500],
    ['a correction in another currency', [entry('adjustment', -1250, { currency: 'EUR' })], 5500],
    ['a correction for another client', [entry('adjustment', -1250, { clientId: 'cli_2' })], 5500],
    ['a correction from before it', [entry('adjustment', -1250, { submissionId: 'sub_0' })], 4250],
  ])('with %s', (_what, others, left) => {
    expect(leftOfSale(sale, [sale, ...others])).toBe(left);
  });

  it('is never less than nothing for a sale without a price', () => {
    const unpriced = entry('sale', 0, { unpriced: true });
    const left = (...minors: number[]) =>
      leftOfSale(unpriced, [unpriced, ...minors.map((minor) => entry('adjustment', minor))]);
    expect([left(), left(-500), left(2000)]).toEqual([0, 0, 2000]);
  });

  it('leaves the corrections of another sale of the lead to that sale', () => {
    const other = entry('sale', 4000, { submissionId: 'sub_2' });
    const ofOther = entry('adjustment', -100, { submissionId: 'sub_2' });
    expect(correctionsOf(sale, [sale, other, ofOther])).toEqual([]);
    expect(leftOfSale(other, [sale, other, ofOther])).toBe(3900);
  });
});
