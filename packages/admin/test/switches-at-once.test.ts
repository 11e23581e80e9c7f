import { adminArchiveItem, adminSwitchCampaign, type Section } from '@sluice/contracts';
import { duringTests, putItem } from '@sluice/testing';
import { aBuyer, aCampaign, client } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
beforeAll(() => aBuyer(world.stores));

const alpha = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');
const switchedOff = (campaignId: string) =>
  world.call(adminSwitchCampaign, { params: { ...alpha, campaignId }, body: { active: false } });
const archive = (section: Section, id: string) =>
  world.call(adminArchiveItem, { params: { ...alpha, section, id }, body: { archived: true } });
/** How often an item was changed. */
const changesOf = async (id: string) =>
  (await world.stores.configurations.since('alpha', 0)).known
    .flatMap(({ lines }) => lines)
    .filter((line) => line.includes(` ${id}: changed`)).length;

describe('of people who click at the same time', () => {
  it('one archives a campaign, and the others find it archived', async () => {
    await putItem(of().campaigns, 'CLICK', aCampaign('CLICK'));
    const clicks = Array.from({ length: 6 }, () => archive('campaigns', 'CLICK'));
    for (const { status, data } of await Promise.all(clicks))
      expect([status, data.archived]).toEqual([200, true]);
    expect(await changesOf('CLICK')).toBe(1);
  });

  it('one archives a client, and the others find it archived', async () => {
    await putItem(of().clients, 'cli_click', { ...client, clientId: 'cli_click' });
    const clicks = Array.from({ length: 6 }, () => archive('clients', 'cli_click'));
    for (const { status, data } of await Promise.all(clicks))
      expect([status, data.archived]).toEqual([200, true]);
    expect(await changesOf('cli_click')).toBe(1);
  });

  it('one who switches a campaign off is refused if another has archived it, and not overwritten otherwise', async () => {
    for (let round = 0; round < 8; round += 1) {
      const campaignId = `BOTH${round}`;
      await putItem(of().campaigns, campaignId, aCampaign(campaignId));
      const [off, archived] = await Promise.all([switchedOff(campaignId), archive('campaigns', campaignId)]);
      expect(archived.status).toBe(200);
      const stored = await of().campaigns.find(campaignId);
      expect(stored?.archivedAt).toBeDefined();
      expect(stored?.active).toBe(off.error?.code === 'INVALID_STATE');
    }
  });
});
