import type { ReturnRecord } from '@sluice/contracts';
import fc from 'fast-check';
import { mostReturns, placedToAllowMore } from './return-quota.js';
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
])('the entry of a return takes back a sale of %d with %d', (minor, negative) => {
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
    minor,
    currency: 'USD',
    soldAt: at,
    month: '2026-11',
    reason: 'wrong_number',
    requestedAt: at,
    receivedAt: at,
    decidedBy: 'slk_Ab3d',
  };
  expect(returnEntry(record, at)).toStrictEqual({
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
