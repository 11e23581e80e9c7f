/** The lists of what a tenant has configured: page by page, and searched. */
import {
  adminListBuyers,
  adminListCampaigns,
  adminListClients,
  adminListItems,
  adminListOffers,
  adminListPeople,
  adminListSuppliers,
} from '@sluice/contracts';
import { aStoredOffer, aStoredSupplier, duringTests, putItem } from '@sluice/testing';
import { aBuyer, aCampaign, client, endpoint } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const MANY = 60;
const pad = (n: number) => String(n).padStart(3, '0');

const world = duringTests(openAdminApi);
beforeAll(async () => {
  await aBuyer(world.stores);
  const of = world.stores.forTenant('alpha');
  await putItem(of.offers, 'off_one', aStoredOffer({ offerId: 'off_one' }));
  for (let n = 0; n < MANY; n += 1) {
    const [clientId, deliveryEndpointId] = [`cli_${pad(n)}`, `ep_${pad(n)}`];
    const name = n % 10 === 0 ? `Zürich (${n}) .*` : `Buyer ${n}`;
    await putItem(of.clients, clientId, { ...client, clientId, name });
    await putItem(of.suppliers, `sup_${pad(n)}`, aStoredSupplier({ supplierId: `sup_${pad(n)}`, name }));
    await putItem(of.offers, `off_${pad(n)}`, aStoredOffer({ offerId: `off_${pad(n)}`, name }));
    await putItem(of.deliveryEndpoints, deliveryEndpointId, { ...endpoint, deliveryEndpointId });
    await putItem(
      of.campaigns,
      `C${pad(n)}`,
      aCampaign(`C${pad(n)}`, { name, clientId, deliveryEndpointId }),
    );
  }
}, 60_000);

interface Listed {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly hasMore: boolean;
}
type List = (query: Readonly<Record<string, string>>, tenantId?: string) => Promise<Listed>;

const lists: readonly (readonly [what: string, list: List])[] = [
  [
    'campaigns',
    async (query, tenantId = 'alpha') => {
      const { data } = await world.call(adminListCampaigns, { params: { tenantId }, query });
      return {
        ids: data.campaigns.map(({ campaignId }) => campaignId),
        next: data.nextCursor,
        hasMore: data.hasMore,
      };
    },
  ],
  [
    'clients',
    async (query, tenantId = 'alpha') => {
      const { data } = await world.call(adminListClients, { params: { tenantId }, query });
      return {
        ids: data.clients.map(({ clientId }) => clientId),
        next: data.nextCursor,
        hasMore: data.hasMore,
      };
    },
  ],
  [
    'suppliers',
    async (query, tenantId = 'alpha') => {
      const { data } = await world.call(adminListSuppliers, { params: { tenantId }, query });
      return {
        ids: data.suppliers.map(({ supplierId }) => supplierId),
        next: data.nextCursor,
        hasMore: data.hasMore,
      };
    },
  ],
  [
    'offers',
    async (query, tenantId = 'alpha') => {
      const { data } = await world.call(adminListOffers, { params: { tenantId }, query });
      return { ids: data.offers.map(({ offerId }) => offerId), next: data.nextCursor, hasMore: data.hasMore };
    },
  ],
  [
    'buyers',
    async (query, tenantId = 'alpha') => {
      const { data } = await world.call(adminListBuyers, { params: { tenantId }, query });
      return {
        ids: data.buyers.map(({ receiver }) => receiver),
        next: data.nextCursor,
        hasMore: data.hasMore,
      };
    },
  ],
];

describe.each(lists)('the list of %s', (_, list) => {
  it('has each once, over all its pages, in the order of one large page', async () => {
    const whole = await list({ limit: '200' });
    expect([whole.next, whole.hasMore]).toEqual([null, false]);
    expect(whole.ids.length).toBeGreaterThanOrEqual(MANY);
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Listed = await list({ limit: '25', ...(cursor !== '' && { cursor }) });
      expect(page.ids.length).toBeLessThanOrEqual(25);
      expect(page.hasMore).toBe(page.next !== null);
      found.push(...page.ids);
      cursor = page.next;
    }
    expect(found).toEqual(whole.ids);
  });

  it('finds by a part of the id or the name, in any letter case, page by page', async () => {
    const { ids, next } = await list({ search: 'zÜRICH', limit: '4' });
    expect(ids).toHaveLength(4);
    const rest = await list({ search: 'zÜRICH', limit: '4', cursor: next ?? '' });
    expect(new Set([...ids, ...rest.ids]).size).toBe(MANY / 10);
    expect(rest.next).toBeNull();
    const [byId = ''] = (await list({ search: '_017' })).ids.concat((await list({ search: 'c017' })).ids);
    expect(byId).toMatch(/017$/);
  });

  it('reads the text of a search as it is typed, and finds nothing of another tenant', async () => {
    expect((await list({ search: '(10) .*' })).ids).toHaveLength(1);
    expect((await list({ search: '^' })).ids).toEqual([]);
    // Every stored key begins with the tenant.
    expect((await list({ search: 'alpha' })).ids).toEqual([]);
    expect((await list({ search: 'zürich' }, 'beta')).ids).toEqual([]);
  });
});

it.each([
  adminListItems,
  adminListCampaigns,
  adminListClients,
  adminListSuppliers,
  adminListOffers,
  adminListBuyers,
  adminListPeople,
])('a search for what no text has is refused by name ($operationId)', async (list) => {
  const params = { tenantId: 'alpha', section: 'offers' };
  const { status, error } = await world.call(list, { params, query: { search: 'a\0' } });
  expect([status, error?.details]).toEqual([400, ['search: holds a NUL character']]);
});

it('a buyer in trouble comes first, also in a search', async () => {
  const { stores } = world;
  const answer = { at: stores.clock.now(), leadId: 'lead_1', submissionId: 'sub_1', n: 1, durationMs: 5 };
  for (let times = 0; times < 3; times += 1)
    stores.receivers.noteAnswer('alpha', 'ep_050', { ...answer, outcome: 'failed', status: 500 });
  await stores.receivers.flush();
  const { data } = await world.call(adminListBuyers, {
    params: { tenantId: 'alpha' },
    query: { search: 'EP_0', limit: '2' },
  });
  expect(data.buyers[0]).toMatchObject({ receiver: 'ep_050', state: 'failing' });
  expect(data.nextCursor).not.toBeNull();
});
