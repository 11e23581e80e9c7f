import { takesSomeOf, takesSupplier } from './takes-supplier.js';

const north = { supplierId: 'sup_north', subIds: { subId1: 'Site-17' } };
const allow = (...entries: string[]) => ({ suppliers: { mode: 'allow' as const, entries } });
const deny = (...entries: string[]) => ({ suppliers: { mode: 'deny' as const, entries } });

test.each([
  [{}, north, true],
  [{}, {}, true],
  [allow('sup_north'), north, true],
  [allow('sup_south'), north, false],
  [allow('SUP_NORTH'), north, false],
  [allow('sup_north/site-17'), north, true],
  [allow('sup_north/site-18'), north, false],
  [allow('sup_north/site-17'), { supplierId: 'sup_north' }, false],
  [allow('sup_north'), {}, false],
  [deny('sup_north'), north, false],
  [deny('sup_north/SITE-17'), north, false],
  [deny('sup_north/site-18'), north, true],
  [deny('sup_south/site-17'), north, true],
  [deny('sup_north'), { subIds: { subId1: 'site-17' } }, true],
  [deny('sup_north/a/b'), { supplierId: 'sup_north', subIds: { subId1: 'A/B' } }, false],
])('a campaign with %j takes leads of %j: %s', (campaign, source, takes) => {
  expect(takesSupplier(campaign, source)).toBe(takes);
});

test.each([
  [{}, true],
  [allow('sup_north/site-17'), true],
  [allow('sup_northern', 'sup_south/sup_north'), false],
  [deny('sup_north'), false],
  [deny('sup_north', 'sup_north/site-17'), false],
  [deny('sup_north/site-17'), true],
])('a campaign with %j takes some lead of sup_north: %s', (campaign, takes) => {
  expect(takesSomeOf(campaign, 'sup_north')).toBe(takes);
});
