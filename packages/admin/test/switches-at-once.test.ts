import { adminArchiveItem, adminSwitchCampaign, type Section } from '@sluice/contracts';
import { duringTests, putTenant } from '@sluice/testing';
import { aBuyer } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

/** A tenant of one test, with a buyer. */
async function aTenant(tenantId: string): Promise<void> {
  await putTenant(world.stores.tenants, { tenantId, name: tenantId, settings: {} });
  await aBuyer(world.stores, tenantId);
}
const switchedOff = (tenantId: string, campaignId: string) =>
  world.call(adminSwitchCampaign, { params: { tenantId, campaignId }, body: { active: false } });
const archive = (tenantId: string, section: Section, id: string) =>
  world.call(adminArchiveItem, { params: { tenantId, section, id }, body: { archived: true } });
/** How often an item was changed. */
const changesOf = async (tenantId: string, id: string) =>
  (await world.stores.configurations.since(tenantId, 0)).known
    .flatMap(({ lines }) => lines)
    .filter((line) => line.includes(` ${id}: changed`)).length;

describe('of people who click at the same time', () => {
  it.concurrent.each([
    ['a campaign', 'campaigns', 'ACMRU'],
    ['a client', 'clients', 'cli_acme'],
  ] as const)('one archives %s, and the others find it archived', async (_, section, id) => {
    const tenantId = `archived-${section}`;
    await aTenant(tenantId);
    const clicks = Array.from({ length: 6 }, () => archive(tenantId, section, id));
    for (const { status, data } of await Promise.all(clicks))
      expect([status, data.archived]).toEqual([200, true]);
    expect(await changesOf(tenantId, id)).toBe(1);
  });

  it.concurrent.each(Array.from({ length: 8 }, (_, n) => n + 1))(
    'one who switches a campaign off is refused if another has archived it, and not overwritten otherwise: pair %d',
    async (pair) => {
      const tenantId = `both-${pair}`;
      await aTenant(tenantId);
      const [off, archived] = await Promise.all([
        switchedOff(tenantId, 'ACMRU'),
        archive(tenantId, 'campaigns', 'ACMRU'),
      ]);
      expect(archived.status).toBe(200);
      const stored = await world.stores.forTenant(tenantId).campaigns.find('ACMRU');
      expect(stored?.archivedAt).toBeDefined();
      expect(stored?.active).toBe(off.error?.code === 'INVALID_STATE');
    },
  );
});
