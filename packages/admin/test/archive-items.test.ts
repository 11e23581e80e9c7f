/** Items are archived, and nothing in use is left with what is archived. */
import { adminApplyCatalog, adminListItems } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';
import { itemCalls, itemsFile } from './item-calls.js';

const world = duringTests(openAdminApi);
const { apply, get, save, check, archive } = itemCalls(world);

describe('archiving', () => {
  it.concurrent('is refused of what something in use refers to, which is named, and allowed once nothing does', async () => {
    await apply('archive');
    const refused = await archive('archive', 'deliveryEndpoints', 'end_1');
    expect([refused.status, refused.error?.details]).toEqual([409, ['campaigns/AAA']]);
    // A file that archives it is refused alike.
    const endpoints = [{ ...itemsFile('').deliveryEndpoints[0], archived: true }];
    const asFile = { tenantId: 'archive', deliveryEndpoints: endpoints };
    const body = { file: JSON.stringify(asFile), allowLiteralCredentials: true };
    const applied = await world.call(adminApplyCatalog, { params: { tenantId: 'archive' }, body });
    expect(applied.error?.details).toEqual([
      'line 1: deliveryEndpoints.0.archived: is referred to by campaigns/AAA',
    ]);
    expect((await archive('archive', 'campaigns', 'AAA')).data.archived).toBe(true);
    expect((await archive('archive', 'deliveryEndpoints', 'end_1')).data.archived).toBe(true);
    const { data } = await get('archive', 'campaigns', 'AAA');
    expect(data.item['archived']).toBe(true);
    const back = await save('archive', 'campaigns', 'AAA', { ...data.item, archived: false }, data.etag);
    expect(back.error?.details).toEqual(['deliveryEndpointId: delivery endpoint end_1 is archived']);
    const again = await archive('archive', 'campaigns', 'AAA', false);
    expect([again.status, again.error?.details]).toEqual([409, back.error?.details]);
    expect((await archive('archive', 'deliveryEndpoints', 'end_1', false)).data.archived).toBe(false);
    expect((await archive('archive', 'campaigns', 'AAA', false)).data.archived).toBe(false);
  }, 120_000);

  it.concurrent('of a client or an offer in use stays possible, and nothing new refers to it then', async () => {
    await apply('inuse', {
      fieldLibrary: [{ key: 'injury', label: 'Injured?', category: 'question' }],
    });
    for (const [section, id] of [
      ['clients', 'cli_1'],
      ['offers', 'off_1'],
      ['fieldLibrary', 'injury'],
    ] as const) {
      expect((await get('inuse', section, id)).data.archived).toBe(false);
      expect((await archive('inuse', section, id)).data.archived).toBe(true);
      expect((await get('inuse', section, id)).data.archived).toBe(true);
      const params = { tenantId: 'inuse', section };
      expect((await world.call(adminListItems, { params })).data.items).toEqual([]);
      const all = await world.call(adminListItems, { params, query: { archived: 'true' } });
      expect(all.data.items).toEqual([expect.objectContaining({ id, archived: true })]);
    }
    const { data } = await get('inuse', 'campaigns', 'AAA');
    expect((await save('inuse', 'campaigns', 'AAA', { ...data.item, notes: 'x' }, data.etag)).status).toBe(
      200,
    );
    const copy = await check('inuse', 'campaigns', { ...data.item, campaignId: 'BBB' });
    expect(copy.error?.details).toEqual([
      'clientId: client cli_1 is archived',
      'offerId: offer off_1 is archived',
    ]);
  }, 120_000);
});

it.concurrent('what is archived may move to another place of a list that names it, and is not named once more', async () => {
  const [first] = itemsFile('').campaigns;
  const campaigns = ['OLD', 'BBB'].map((campaignId) => ({ ...first, campaignId }));
  await apply('moved', { campaigns: [...campaigns, { ...first, fallbackCampaigns: ['BBB', 'OLD'] }] });
  await archive('moved', 'campaigns', 'OLD');
  const { data } = await get('moved', 'campaigns', 'AAA');
  const moved = { ...data.item, fallbackCampaigns: ['OLD'] };
  expect((await save('moved', 'campaigns', 'AAA', moved, data.etag)).error).toBeUndefined();
  const twice = [{ name: 'all', members: [{ campaignId: 'OLD' }] }];
  const named = await check('moved', 'campaigns', { ...moved, distribution: { groups: twice } });
  expect(named.error?.details).toEqual([
    'distribution.groups.0.members.0.campaignId: campaign OLD is archived',
  ]);
});

it.concurrent('a field is archived by a file that says so, and is active again by one that says the opposite', async () => {
  const fieldLibrary = (archived: boolean) => [
    { key: 'injury', label: 'Injured?', category: 'question', archived },
  ];
  const stored = () => world.stores.forTenant('fields').fieldLibrary.find('injury');
  await apply('fields', { fieldLibrary: fieldLibrary(true) });
  expect(await stored()).toMatchObject({ active: false });
  await apply('fields', { fieldLibrary: fieldLibrary(false) });
  expect(await stored()).toMatchObject({ active: true });
  expect(await stored()).not.toHaveProperty('archived');
});
