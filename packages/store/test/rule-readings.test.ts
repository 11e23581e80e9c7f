import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import type { NotedReading } from '../src/readings/rule-readings.js';

const world = duringTests(openWorld);
const hourAgo = () => new Date(world.stores.clock.now().getTime() - 3_600_000);

let rules = 0;
/** A rule of a tenant of its own. */
function aRule() {
  const tenantId = `rules-${(rules += 1)}`;
  const rule = { campaignId: 'ACMRU', field: 'a.b/ü $x', operator: 'greater_than' };
  const { readings } = world.stores;
  const note = (verdict: NotedReading['verdict'], times: number) => {
    for (let n = 0; n < times; n += 1) readings.note(tenantId, { ...rule, verdict });
  };
  const found = async () => {
    await readings.flush();
    return (await readings.unread(100, hourAgo())).filter((one) => one.tenantId === tenantId);
  };
  return { tenantId, rule, note, found };
}

describe('a rule that meets values which it cannot read', () => {
  it('is a finding from twenty values on, if they are more than a tenth of the last hundred', async () => {
    const { tenantId, rule, note, found } = aRule();
    note('not_a_number', 3);
    note('read', 16);
    expect(await found()).toEqual([]);
    note('read', 1);
    expect(await found()).toMatchObject([{ tenantId, ...rule, unread: 3, of: 20, wanted: 'number' }]);
    note('read', 9);
    expect(await found()).toMatchObject([{ unread: 3, of: 29 }]);
    note('read', 1);
    expect(await found()).toEqual([]);
    note('not_a_date', 10);
    expect(await found()).toMatchObject([{ unread: 13, of: 40, wanted: 'date' }]);
  });

  it('is none any more once a hundred others follow, and what one process knows adds to what others wrote', async () => {
    const { note, found } = aRule();
    note('not_a_number', 60);
    expect(await found()).toMatchObject([{ unread: 60, of: 60 }]);
    note('read', 95);
    expect(await found()).toEqual([]);
    note('read', 100);
    note('not_a_number', 12);
    expect(await found()).toMatchObject([{ unread: 12, of: 100 }]);
  });

  it('is not written while it reads everything', async () => {
    const { tenantId, note, found } = aRule();
    note('read', 200);
    expect(await found()).toEqual([]);
    const { db } = world;
    expect(await db.collection('readings').countDocuments({ tenantId })).toBe(0);
  });

  it('is listed among those of all tenants, the latest first', async () => {
    const { tenantId, note, found } = aRule();
    note('not_a_date', 30);
    await found();
    const [latest] = await world.stores.readings.unread(5, hourAgo());
    expect(latest).toMatchObject({ tenantId, unread: 30, of: 30 });
  });
});
