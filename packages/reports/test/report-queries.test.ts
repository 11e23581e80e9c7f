/** What a report reads of a store with days of leads: nothing of days that are kept, and of others what has changed. */
import { aSale, duringTests } from '@sluice/testing';
import { openExplained } from '@sluice/testing/core';
import type { Document } from 'mongodb';
import { inUtc } from './report-days.js';

const tenantId = 'sold';
const DAYS = 9;
const A_HOUR = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEADS = DAYS * 24 * A_HOUR;
const now = new Date();
const first = Math.floor((now.getTime() - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
const at = (n: number) => new Date(first + Math.floor(n / A_HOUR) * HOUR_MS);

const world = duringTests(openExplained);
beforeAll(async () => {
  const insert = (name: string, document: (n: number) => Document) =>
    world.db.collection(name).insertMany(Array.from({ length: LEADS }, (_, n) => document(n)));
  const placed = { campaignId: 'C1', clientId: 'cli_1' };
  await insert('leads', (n) => ({
    _id: `${tenantId}/lead_${n}`,
    tenantId,
    lastSubmissionId: `sub_${n}`,
    isTest: false,
    campaignId: `C${n % 7}`,
    clientId: 'cli_1',
    status: 'delivered',
    ended: true,
    placed,
    createdAt: at(n),
    updatedAt: at(n),
    endedAt: at(n),
  }));
  await insert('ledger', (n) => {
    const { entryId, ...sale } = aSale(String(n), { occurredAt: at(n), receivedAt: at(n) });
    return { _id: `${tenantId}/${entryId}`, tenantId, ...sale };
  });
  await ask();
});

const of = () => world.stores.forTenant(tenantId);
const ask = () =>
  world.core.reports.forTenant(tenantId).counted.count({
    groupBy: ['day', 'campaign'],
    from: at(0),
    before: new Date(first + DAYS * DAY_MS),
    basis: 'received',
    ...inUtc,
  });
const examinedOf = async (name: string) => {
  const examined = await world.examinedBy(ask);
  const found = examined.filter(({ collection }) => collection === name);
  return found.reduce((sum, { documents }) => sum + documents, 0);
};

it('of days that are kept it examines no lead and no entry of the ledger', async () => {
  expect([await examinedOf('leads'), await examinedOf('ledger')]).toEqual([0, 0]);
});

it('of a day whose hours are kept it examines an hour that was changed, and nothing of the others', async () => {
  const change = (n: number) =>
    of().ledger.book({
      ...aSale('7', { occurredAt: now, receivedAt: at(7), minor: -5 }),
      entryId: `adj_${n}`,
      type: 'adjustment',
    });
  // Has the hours of that day counted and kept.
  await change(1);
  await ask();
  await change(2);
  expect(await examinedOf('ledger')).toBe(A_HOUR + 2);
  expect(await examinedOf('leads')).toBe(A_HOUR);
});
