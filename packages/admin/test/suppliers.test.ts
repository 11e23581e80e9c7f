/** Suppliers, as those see them who look after them: what a supplier is told, its limits, its keys and its links. */
import {
  adminCreateApiKey,
  adminCreatePostingLink,
  adminGetSupplier,
  adminListSuppliers,
  adminRevokeApiKey,
  type Supplier,
} from '@sluice/contracts';
import { lastDays, supplierCount } from '@sluice/domain';
import { reportSupplier } from '@sluice/reports';
import {
  aStoredCampaign,
  aStoredSupplier,
  duringTests,
  openSlot,
  putItem,
  putTenant,
  slot,
  zoneAtNoon,
} from '@sluice/testing';
import { aLead } from './a-lead.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const timezone = zoneAtNoon(new Date());
const alpha = { tenantId: 'alpha' };
const of = () => world.stores.forTenant('alpha');
const at = () => world.stores.clock.now();

const aSupplier = (supplierId: string, said: Partial<Supplier> = {}) =>
  putItem(of().suppliers, supplierId, aStoredSupplier({ supplierId, ...said }));

beforeAll(async () => {
  await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings: { timezone } });
  await putItem(of().campaigns, 'ACMRU', aStoredCampaign({ campaignId: 'ACMRU', name: 'Roundup' }));
});

const list = async (query: Readonly<Record<string, string>> = {}) =>
  (await world.call(adminListSuppliers, { params: alpha, query, key: world.keys.view })).data;
const get = async (supplierId: string) =>
  (await world.call(adminGetSupplier, { params: { ...alpha, supplierId }, key: world.keys.view })).data;

/** A lead of the supplier that ended like this just now, and cost 12 dollars if it was placed. */
async function ended(supplierId: string, status: 'delivered' | 'rejected' | 'duplicate'): Promise<void> {
  const submission = await aLead(world.stores, 'ACMRU', {}, { supplierId, sentTo: 'ACMRU' });
  const { leadId, submissionId, acceptedAt: receivedAt } = submission;
  const cost = { type: 'cost', minor: 1_200, currency: 'USD', occurredAt: at(), receivedAt } as const;
  const about = { leadId, submissionId, campaignId: 'ACMRU', supplierId, sentTo: 'ACMRU' };
  await of().conclusions.close(submissionId, {
    end: { status, endedAt: at() },
    lead: { leadId, submissionId, status, ended: true, at: at() },
    ledger: status === 'delivered' ? [{ entryId: `${leadId}.cost`, ...cost, ...about }] : [],
    receivedAt,
  });
}

describe('the numbers of a supplier', () => {
  it('are those that it is told itself, today in the list and by day on its page', async () => {
    for (const supplierId of ['sup_busy', 'sup_other', 'sup_idle']) await aSupplier(supplierId);
    for (const status of ['delivered', 'delivered', 'rejected', 'duplicate'] as const)
      await ended('sup_busy', status);
    await aLead(world.stores, 'ACMRU', {}, { supplierId: 'sup_busy', sentTo: 'ACMRU' });
    await aLead(world.stores, 'ACMRU', {}, { supplierId: 'sup_busy', sentTo: 'ACMRU', isTest: true });
    await ended('sup_other', 'rejected');
    const days = { ...lastDays({}, 1, at(), timezone), timezone };
    const told = (id: string) => reportSupplier(world.core, 'alpha', id, { ...days, groupBy: ['day'] });
    const [busy] = await told('sup_busy');
    expect(busy).toMatchObject({ received: 5, accepted: 2, rejected: 1, duplicate: 1, pending: 1 });
    expect(busy?.payout).toEqual([{ amount: 24, currency: 'USD' }]);
    const page = await get('sup_busy');
    expect(page.days).toHaveLength(14);
    expect(page.days.at(-1)).toEqual(busy);
    expect(page.days[0]).toMatchObject({ received: 0, payout: [] });
    const { suppliers } = await list();
    const listed = (id: string) => suppliers.find(({ supplierId }) => supplierId === id)?.today;
    const { day: _day, ...numbers } = busy!;
    expect(listed('sup_busy')).toEqual(numbers);
    expect(listed('sup_other')).toMatchObject({ received: 1, rejected: 1, payout: [] });
    expect(listed('sup_idle')).toMatchObject({ received: 0, payout: [] });
  });

  it('are left out where nobody asks for them', async () => {
    await aSupplier('sup_quick');
    const { suppliers } = await list({ numbers: 'false', search: 'sup_quick' });
    expect(suppliers).toMatchObject([{ supplierId: 'sup_quick', status: 'active' }]);
    expect(suppliers[0]).not.toHaveProperty('today');
  });
});

describe('a supplier', () => {
  it('is shown with its campaigns by name, what it is paid, and whether its tracker is called, never where', async () => {
    const postback = {
      url: 'https://track.example/pb?key=secret-token',
      method: 'GET' as const,
      on: ['delivered' as const],
    };
    await aSupplier('sup_shown', {
      campaigns: ['ACMRU', 'GONE1'],
      cost: { mode: 'revenue_share', percent: 12.5 },
      reverseOnReturn: false,
      postback,
    });
    const { suppliers, names } = await list({ search: 'sup_shown' });
    expect(suppliers[0]).toMatchObject({
      campaignIds: ['ACMRU', 'GONE1'],
      cost: '12.5 % of the price of each sale, also for one that is returned',
      hasPostback: true,
    });
    expect(names.campaigns).toEqual({ ACMRU: 'Roundup' });
    const page = await get('sup_shown');
    expect(page.names.campaigns).toEqual({ ACMRU: 'Roundup' });
    expect(JSON.stringify([suppliers, page])).not.toContain('secret-token');
    await aSupplier('sup_free');
    const free = await get('sup_free');
    expect([free.campaignIds, free.cost, free.hasPostback]).toEqual([undefined, undefined, false]);
  });

  it('has the use of each limit, the lowest of each type, and when its period ends', async () => {
    const limits = [
      { type: 'daily', cap: 5 },
      { type: 'daily', cap: 3 },
      { type: 'lifetime', cap: 100 },
    ] as const;
    await aSupplier('sup_limit', { limits: [...limits] });
    const count = supplierCount({ supplierId: 'sup_limit', limits: [...limits] }, timezone, at());
    const counted = slot('sub_one.qualification.0');
    await openSlot(of(), counted, at(), [count]);
    await of().counts.count(counted, [count.name], at());
    await openSlot(of(), slot('sub_two.qualification.0'), at(), [count]);
    const { limits: shown } = await get('sup_limit');
    expect(shown).toEqual([
      { of: 'supplier', period: 'lifetime', cap: 100, taken: 2, reserved: 1 },
      {
        of: 'supplier',
        period: 'daily',
        cap: 3,
        taken: 2,
        reserved: 1,
        turnsAt: expect.any(String) as string,
      },
    ]);
    expect(Date.parse(shown[1]?.turnsAt ?? '')).toBeGreaterThan(at().getTime());
  });

  it('has as many keys as work, and its links to posting instructions by campaign', async () => {
    await aSupplier('sup_keys', { campaigns: ['ACMRU'] });
    const key = async (body: object) =>
      (await world.call(adminCreateApiKey, { params: alpha, body: { name: 'x', ...body } })).data;
    const revoked = await key({ supplierId: 'sup_keys' });
    await key({ supplierId: 'sup_keys' });
    await key({ supplierId: 'sup_keys', expiresAt: new Date(at().getTime() - 1_000).toISOString() });
    await key({});
    await world.call(adminRevokeApiKey, { params: { ...alpha, prefix: revoked.prefix } });
    const params = { ...alpha, supplierId: 'sup_keys' };
    for (const body of [{}, { expiresInDays: 30 }])
      await world.call(adminCreatePostingLink, { params, body: { campaignId: 'ACMRU', ...body } });
    await world.stores.postingLinks.add({ ...params, campaignId: 'GONE1' }, at(), new Date(0));
    const page = await get('sup_keys');
    expect(page.keys).toBe(1);
    expect(page.postingLinks).toEqual([
      { campaignId: 'ACMRU', links: 2, madeAt: expect.any(String) as string },
    ]);
  });

  it('that is archived is listed only for those who ask, and says so', async () => {
    await aSupplier('sup_gone', { archivedAt: '2026-01-02T00:00:00.000Z' });
    await aSupplier('sup_stay', { status: 'paused' });
    const ids = async (query: Readonly<Record<string, string>>) =>
      (await list(query)).suppliers.map(({ supplierId, status }) => [supplierId, status]);
    expect(await ids({ search: 'sup_gone' })).toEqual([]);
    expect(await ids({ search: 'sup_gone', archived: 'true' })).toEqual([['sup_gone', 'archived']]);
    expect(await ids({ search: 'sup_stay' })).toEqual([['sup_stay', 'paused']]);
    expect(await ids({})).not.toContainEqual(['sup_gone', 'archived']);
    expect((await get('sup_gone')).status).toBe('archived');
  });

  it('of another tenant is none', async () => {
    await aSupplier('sup_alpha');
    const params = { tenantId: 'beta', supplierId: 'sup_alpha' };
    expect((await world.call(adminGetSupplier, { params })).error?.code).toBe('NOT_FOUND');
    expect((await world.call(adminListSuppliers, { params: { tenantId: 'beta' } })).data.suppliers).toEqual(
      [],
    );
  });
});
