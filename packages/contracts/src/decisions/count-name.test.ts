import { countName, countOwner, countsIn, limitName } from './count-name.js';

it('a count name contains its owner, so that a client and a campaign with the same id have different ones', () => {
  const names = [countName({ campaignId: 'ACME' }), countName({ clientId: 'ACME' })];
  expect(names).toEqual(['campaign.ACME', 'client.ACME']);
  expect(names.map(countOwner)).toEqual([{ campaignId: 'ACME' }, { clientId: 'ACME' }]);
  expect(limitName({ clientId: 'ACME' }, 'daily', '2026-11-22')).toBe('client.ACME.daily.2026-11-22');
});

it.each(['ACME', 'campaign', 'campaign.', 'offer.ACME', 'campaign.ACME.hours', ''])(
  '"%s" is the name of no count',
  (name) => expect(countOwner(name)).toBeUndefined(),
);

it('a routed lead counts for its campaign and its client, and for no other', () => {
  const reservedAt = new Date();
  const routed = { kind: 'routed', campaignId: 'ACME', clientId: 'cli', reservedAt, trace: [] } as const;
  expect(countsIn(routed, 'campaign.ACME')).toBe(true);
  expect(countsIn(routed, 'client.cli')).toBe(true);
  expect(countsIn(routed, 'client.ACME')).toBe(false);
  expect(countsIn(undefined, 'campaign.ACME')).toBe(false);
});
