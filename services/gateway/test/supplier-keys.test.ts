import { endpoints } from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { duringTests } from '@sluice/testing';
import { aLead, openGateway, type Asked } from './gateway.js';
import { aSupplier } from './suppliers.js';

const world = duringTests(openGateway);

const submit = (key: string, body: unknown, asked: Asked = {}) =>
  world.call('submitLead', { body, key, ...asked });
const refusal = ({ status, error }: Awaited<ReturnType<typeof submit>>) => [
  status,
  error?.code,
  error?.message,
];
const forbidden = [403, 'FORBIDDEN', 'This key may not do this'];
const paused = [403, 'FORBIDDEN', 'supplier is paused'];

const open = endpoints.filter((endpoint) => 'openTo' in endpoint);

describe("a supplier's key", () => {
  it.each(
    endpoints.filter((endpoint) => !('openTo' in endpoint)).map((each) => [each.operationId, each] as const),
  )('may not use %s, which is said before its body is read', async (_, { method, path }) => {
    const { key } = await aSupplier(world);
    const raw = method === 'GET' ? undefined : 'no JSON';
    const filled = path.replaceAll(/\{\w+\}/g, 'ACMRU');
    const { status, error } = await world.request(method, filled, { key, raw });
    expect([status, error?.code, error?.message]).toEqual(forbidden);
  });

  it('may submit, and a path or method that does not exist is none for it too', async () => {
    const { key } = await aSupplier(world);
    expect(open.map(({ operationId }) => operationId)).toContain('submitLead');
    expect((await submit(key, aLead())).status).toBe(202);
    expect((await world.request('GET', '/api/v1/nothing', { key })).status).toBe(404);
    expect((await world.request('PATCH', '/api/v1/leads/submit', { key })).status).toBe(405);
  });

  it('opens nothing once its supplier is not there', async () => {
    const key = newKey('slk_');
    const facts = { tenantId: 'alpha', name: 'x', createdAt: new Date(), supplierId: 'sup_gone' };
    await world.stores.apiKeys.add(key, facts);
    expect((await world.request('GET', '/api/v1/leads', { key })).status).toBe(401);
  });

  it('may not submit a lead again, whatever else is wrong with the body', async () => {
    const { key } = await aSupplier(world);
    const { data } = await submit(key, aLead());
    for (const leadId of [data.leadId, 'lead_unknown', null, 7])
      expect(refusal(await submit(key, { campaignId: 5, leadId }))).toEqual(forbidden);
  });

  it('may submit to its campaigns only, and is not told whether there is another', async () => {
    const { key } = await aSupplier(world, { campaigns: ['ACMRU', 'GONE1'] });
    expect((await submit(key, aLead())).status).toBe(202);
    expect(refusal(await submit(key, aLead({ campaignId: 'BETA1' })))).toEqual(forbidden);
    expect(refusal(await submit(key, { campaignId: 'NOONE' }))).toEqual(forbidden);
    const gone = await submit(key, aLead({ campaignId: 'GONE1' }));
    expect(gone.error?.details).toEqual(['campaignId: does not exist']);
    const { key: nowhere } = await aSupplier(world, { campaigns: [] });
    expect(refusal(await submit(nowhere, aLead()))).toEqual(forbidden);
  });

  it('works from the addresses of its supplier only', async () => {
    const { key } = await aSupplier(world, { ipAllow: ['203.0.113.0/24'] });
    expect(refusal(await submit(key, aLead()))).toEqual(forbidden);
    const { key: near } = await aSupplier(world, { ipAllow: ['10.0.0.0/8', '127.0.0.0/8', '::1'] });
    expect((await submit(near, aLead())).status).toBe(202);
  });

  it.each([{ status: 'paused' }, { archivedAt: '2026-01-01T00:00:00.000Z' }] as const)(
    'submits nothing while its supplier is %j',
    async (said) => {
      const { key } = await aSupplier(world, said);
      expect(refusal(await submit(key, 'no lead'))).toEqual(paused);
    },
  );

  it('submits test leads only while its supplier is on test', async () => {
    const { key, supplierId } = await aSupplier(world, { status: 'test' });
    await submit(key, aLead({ isTest: false }));
    const { data } = await world.call('listLeads', { query: { supplierIds: supplierId } });
    expect(data.leads).toMatchObject([{ isTest: true }]);
  });

  it('has Idempotency-Keys of its own: two suppliers, and the tenant, under one are three requests', async () => {
    const [one, other] = [await aSupplier(world), await aSupplier(world)];
    const headers = { 'Idempotency-Key': 'shared' };
    const body = aLead();
    const keys = [one.key, other.key, world.alpha.key];
    const made = await Promise.all(keys.map((key) => submit(key, body, { headers })));
    expect(new Set(made.map(({ data }) => data.leadId)).size).toBe(3);
    const again = await submit(one.key, body, { headers });
    expect(again.text).toBe(made[0]?.text);
    const { leads } = (await world.call('listLeads', { query: { supplierIds: one.supplierId } })).data;
    expect(leads).toHaveLength(1);
  });
});

describe('the source of a lead', () => {
  it('is its supplier, the campaign it sent it to, and its sub ids, and is found by them', async () => {
    const { key, supplierId } = await aSupplier(world);
    const attribution = { params: { s1: 'site-17', subId2: 'click' } };
    const { data } = await submit(key, aLead({ attribution }));
    await submit(key, aLead({ attribution: { subId1: 'site-18' } }));
    await submit(world.alpha.key, aLead({ attribution: { subId1: 'site-17' } }));
    const listed = async (query: Record<string, string>) =>
      (await world.call('listLeads', { query })).data.leads;
    expect(await listed({ supplierIds: supplierId, subId1: 'site-17' })).toMatchObject([
      { leadId: data.leadId, supplierId, sentTo: 'ACMRU', subIds: { subId1: 'site-17', subId2: 'click' } },
    ]);
    expect(await listed({ supplierIds: supplierId })).toHaveLength(2);
    expect(await listed({ subId1: 'site-17' })).toHaveLength(2);
    const nothing: Record<string, string>[] = [
      { supplierIds: 'sup_nobody' },
      { supplierIds: '' },
      { subId1: 'site' },
      { subId1: '' },
    ];
    for (const query of nothing) expect(await listed(query)).toEqual([]);
    const own = await listed({ subId1: 'site-17' });
    expect(own[0]).not.toHaveProperty('supplierId');
    expect(own[0]).not.toHaveProperty('sentTo');
  });

  it.each([
    ['an object', { a: 1 }],
    ['a list', ['x']],
    ['a truth value', true],
    ['nothing', null],
    ['a number', -17.25],
    ['a long number', 2 ** 53 - 1],
    ['a long text', 'x'.repeat(10_000)],
    ['signs', 'Größe 1/b?&{x}<>\u200b😀'],
    ['white space', '   '],
  ])('costs no lead, whatever stands in place of a sub id: %s', async (_, value) => {
    const { key } = await aSupplier(world);
    for (const attribution of [{ subId1: value, s2: value }, { params: { sub_id: value } }]) {
      const { status, data } = await submit(key, aLead({ attribution }));
      expect(status).toBe(202);
      const { subIds } = (await world.alpha.stores.leads.find(data.leadId))!;
      for (const subId of Object.values({ ...subIds })) expect(subId.length).toBeLessThanOrEqual(255);
    }
  });

  it('stays that of its first submission, whoever submits it again', async () => {
    const { key, supplierId } = await aSupplier(world);
    const { data } = await submit(key, aLead({ attribution: { subId1: 'site-1' } }));
    const { leadId } = data;
    const again = { campaignId: 'ACMRU', leadId, attribution: { subId1: 'other' } };
    const { submissionId } = (await submit(world.alpha.key, again)).data;
    const source = { supplierId, sentTo: 'ACMRU', subIds: { subId1: 'site-1' } };
    expect(await world.alpha.stores.leads.find(leadId)).toMatchObject(source);
    expect(await world.alpha.stores.submissions.find(submissionId)).toMatchObject({
      first: false,
      ...source,
    });
  });
});

describe("a tenant's own key", () => {
  it("may not use what is a supplier's", async () => {
    for (const { method, path, openTo } of open)
      if ((openTo as string) === 'suppliers') {
        const { status, error } = await world.request(method, path.replaceAll(/\{\w+\}/g, 'x'));
        expect([status, error?.code, error?.message]).toEqual(forbidden);
      }
  });
});
