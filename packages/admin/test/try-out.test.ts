/** Trying an endpoint and a webhook by hand: one real call, marked as a test, and nothing else. */
import { adminTestDelivery, adminTestWebhook, readSettings, strictestSettings } from '@sluice/contracts';
import { aStoredClient, duringTests, putItem } from '@sluice/testing';
import { operateInProcess } from '../src/index.js';
import { aReceiver } from './a-receiver.js';
import { aBuyer, aCampaign, endpoint } from './catalog.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(() => openAdminApi(readSettings({ outboundAllow: ['127.0.0.0/8'] })));
const { got, receiver } = aReceiver(({ url }) => ({
  status: url === '/no' ? 422 : 200,
  body: '{"accepted":true,"token":"t0p"}',
}));

beforeAll(async () => {
  await aBuyer(world.stores);
  const { url } = receiver;
  const of = world.stores.forTenant('alpha');
  await putItem(of.deliveryEndpoints, 'ep_loop', {
    ...endpoint,
    deliveryEndpointId: 'ep_loop',
    url: `${url}/yes`,
  });
  await putItem(
    of.campaigns,
    'LOOPS',
    aCampaign('LOOPS', { deliveryEndpointId: 'ep_loop', webhooks: { url: `${url}/no` } }),
  );
});
beforeEach(() => {
  got.length = 0;
});

const loops = { params: { tenantId: 'alpha', campaignId: 'LOOPS' } };

it('a test delivery posts one lead marked as a test, and reports how the answer is read', async () => {
  const { data } = await world.call(adminTestDelivery, { ...loops, key: world.keys.operate });
  expect(data.what.text).toBe('The buyer would accept it.');
  expect(got).toHaveLength(1);
  const sent = JSON.parse(got[0]?.body ?? '') as { leadId: string; firstName: string };
  expect(sent).toMatchObject({ firstName: 'Test', lastName: 'Lead' });
  expect(sent.leadId).toMatch(/^lead_TEST/);
  expect(got[0]?.headers['x-api-key']).toBe('s3cret');
  expect(JSON.stringify(data)).not.toMatch(/s3cret|t0p/);
  expect((await world.deps.reports.forTenant('alpha').leads.page({}, 10)).leads).toEqual([]);
  const [entry] = await world.stores.audit.page({}, 1);
  expect(entry).toMatchObject({ action: 'adminTestDelivery', who: 'who may operate', outcome: 'done' });
});

it('a test delivery to a private address is refused by the outbound guard', async () => {
  const actor = { name: 'ada', role: 'operate', memberships: [], via: 'command line', from: 'here' } as const;
  const strict = operateInProcess({ ...world.deps, reads: strictestSettings }, actor);
  const data = await strict.call(adminTestDelivery, loops);
  expect(data.what.text).toContain('the address is not a public one');
  expect(got).toEqual([]);
});

it('a sample event is marked as a test, and its refusal by the receiver is reported', async () => {
  const { data } = await world.call(adminTestWebhook, loops);
  expect(data.what.text).toBe('The receiver did not accept the event: it answered 422.');
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ type: 'lead.delivered', data: { test: true } });
  expect(got[0]?.headers['webhook-id']).toMatch(/^evt_TEST/);
});

it('a test of a campaign without a webhook or a destination is INVALID_STATE', async () => {
  const of = world.stores.forTenant('alpha');
  await putItem(of.campaigns, 'LOST', aCampaign('LOST', { deliveryEndpointId: 'ep_none' }));
  const lost = { params: { tenantId: 'alpha', campaignId: 'LOST' } };
  for (const operation of [adminTestDelivery, adminTestWebhook] as const)
    expect((await world.call(operation, lost)).error?.code).toBe('INVALID_STATE');
});

it('a test of a campaign that delivers by e-mail is INVALID_STATE, and says what to do instead', async () => {
  const of = world.stores.forTenant('alpha');
  const settings = { postingMethod: 'email', notificationEmail: 'leads@box.example' };
  await putItem(of.clients, 'cli_box', aStoredClient({ clientId: 'cli_box', name: 'Box', settings }));
  const { deliveryEndpointId: _none, ...campaign } = aCampaign('BOX', {});
  await putItem(of.campaigns, 'BOX', { ...campaign, clientId: 'cli_box' });
  const { error } = await world.call(adminTestDelivery, {
    params: { tenantId: 'alpha', campaignId: 'BOX' },
  });
  expect(error).toMatchObject({
    code: 'INVALID_STATE',
    message: expect.stringContaining('submit a test lead') as string,
  });
});

it('a test makes no call while calls are on hold', async () => {
  await world.stores.hold.put({ at: world.stores.clock.now(), by: 'grace' });
  try {
    const { status, error } = await world.call(adminTestDelivery, { ...loops, key: world.keys.operate });
    expect([status, error?.code]).toEqual([409, 'INVALID_STATE']);
    expect(got).toEqual([]);
  } finally {
    await world.stores.hold.release();
  }
});
