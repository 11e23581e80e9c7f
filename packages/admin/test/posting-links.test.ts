import { adminCreatePostingLink, adminListAudit, adminRevokePostingLinks } from '@sluice/contracts';
import { aStoredCampaign, aStoredSupplier, duringTests, putItem } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);

const params = { tenantId: 'alpha', supplierId: 'sup_north' };

beforeAll(async () => {
  const { campaigns, suppliers } = world.stores.forTenant('alpha');
  for (const campaignId of ['ACMRU', 'BORRU'])
    await putItem(campaigns, campaignId, aStoredCampaign({ campaignId }));
  const north = aStoredSupplier({ supplierId: 'sup_north', campaigns: ['ACMRU', 'GONE1'] });
  await putItem(suppliers, 'sup_north', north);
});

const make = (body: object, more = {}) =>
  world.call(adminCreatePostingLink, { params, body: { campaignId: 'ACMRU', ...body }, ...more });
const revoke = (campaignId = 'ACMRU') =>
  world.call(adminRevokePostingLinks, { params, query: { campaignId } });
const linked = (url: string) => world.stores.postingLinks.find(url.split('/post/')[1] ?? '');

describe('a link to posting instructions', () => {
  it('is made by whoever may operate, begins with the public address, and is known by its hash only', async () => {
    const { status, data } = await make({}, { key: world.keys.operate });
    expect([status, data]).toEqual([
      201,
      { url: expect.stringMatching(/^https:\/\/leads\.example\/post\/[\w-]{22}$/) as unknown },
    ]);
    expect(await linked(data.url)).toEqual({ ...params, campaignId: 'ACMRU' });
    expect((await make({}, { key: world.keys.view })).status).toBe(403);
    const kept = await world.db.collection('postingLinks').find().toArray();
    expect(JSON.stringify(kept)).not.toContain(data.url.split('/post/')[1]);
  });

  it('expires after so many days, 1 to 365, and is then deleted with the next one that is made', async () => {
    const before = world.stores.clock.now().getTime();
    const { data } = await make({ expiresInDays: 30 });
    const days = (Date.parse(data.expiresAt!) - before) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(30);
    expect(days).toBeLessThan(30.1);
    for (const expiresInDays of [0, 366, 1.5]) expect((await make({ expiresInDays })).status).toBe(400);
    const links = world.db.collection('postingLinks');
    await links.updateMany(
      { expiresAt: { $exists: true } },
      { $set: { expiresAt: new Date(before - 1_000) } },
    );
    expect(await linked(data.url)).toBeUndefined();
    await make({});
    expect(await links.countDocuments({ expiresAt: { $exists: true } })).toBe(0);
  });

  it('is revoked with all others of the supplier and the campaign, and those of another campaign stay', async () => {
    await revoke();
    const [one, two] = [await make({}), await make({ expiresInDays: 1 })];
    expect((await revoke('BORRU')).data).toEqual({ revoked: 0 });
    expect((await revoke()).data).toEqual({ revoked: 2 });
    expect([await linked(one.data.url), await linked(two.data.url)]).toEqual([undefined, undefined]);
    expect((await revoke()).data).toEqual({ revoked: 0 });
  });

  it('is refused for a campaign that the supplier may not send to, that does not exist, and an unknown supplier', async () => {
    const problems = async (campaignId: string) => (await make({ campaignId })).error?.details;
    expect(await problems('BORRU')).toEqual(["campaignId: is not among the supplier's campaigns"]);
    expect(await problems('GONE1')).toEqual(['campaignId: does not exist']);
    const nobody = { params: { tenantId: 'beta', supplierId: 'sup_north' } };
    expect((await make({}, nobody)).error?.code).toBe('NOT_FOUND');
    const revoked = await world.call(adminRevokePostingLinks, { ...nobody, query: { campaignId: 'ACMRU' } });
    expect(revoked.error?.code).toBe('NOT_FOUND');
  });

  it('is in the audit when it is made and revoked, without its token', async () => {
    const { data } = await make({});
    await revoke();
    const { data: audit } = await world.call(adminListAudit, { query: { limit: '5' } });
    const about = { ...params, campaignId: 'ACMRU' };
    expect(audit.entries.slice(0, 2)).toMatchObject([
      { action: 'adminRevokePostingLinks', about, outcome: 'done' },
      { action: 'adminCreatePostingLink', about, outcome: 'done' },
    ]);
    expect(JSON.stringify(audit)).not.toContain(data.url.split('/post/')[1]);
  });
});
