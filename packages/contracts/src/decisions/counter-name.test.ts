import { counterName, counterOwner, countsFor } from './counter-name.js';

describe('the name of a counter', () => {
  it('distinguishes a client from a campaign of the same name', () => {
    const names = [{ campaignId: 'ACME' }, { clientId: 'ACME' }].map((owner) =>
      counterName(owner, 'daily', '2026-11-22'),
    );
    expect(names).toEqual(['campaign.ACME.daily.2026-11-22', 'client.ACME.daily.2026-11-22']);
    expect(names.map(counterOwner)).toEqual([{ campaignId: 'ACME' }, { clientId: 'ACME' }]);
  });

  it.each(['ACME.daily.2026-11-22', 'campaign.daily.2026-11-22', 'campaign.ACME', ''])(
    'yields no owner when it is %p',
    (name) => expect(counterOwner(name)).toBeUndefined(),
  );
});

it('a routed lead counts against its own campaign and client only, and only in the period of its reservation', () => {
  const reservedAt = new Date('2026-11-22T12:00:00Z');
  const owners = { campaignId: 'ACME', clientId: 'cli_acme' };
  const routed = { kind: 'routed', ...owners, slots: [], reservedAt, trace: [] } as const;
  const day = { periodStart: new Date('2026-11-22'), periodEnd: new Date('2026-11-23') };
  const counts = (owner: Parameters<typeof countsFor>[1], period = day) => countsFor(routed, owner, period);
  expect([counts({ campaignId: 'ACME' }), counts({ clientId: 'cli_acme' })]).toEqual([true, true]);
  expect([counts({ campaignId: 'cli_acme' }), counts({ clientId: 'ACME' })]).toEqual([false, false]);
  expect(counts({ campaignId: 'ACME' }, { periodStart: reservedAt, periodEnd: day.periodEnd })).toBe(true);
  expect(counts({ campaignId: 'ACME' }, { periodStart: day.periodStart, periodEnd: reservedAt })).toBe(false);
  expect(countsFor(undefined, { campaignId: 'ACME' }, {})).toBe(false);
});
