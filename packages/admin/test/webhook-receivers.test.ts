import { adminGetNow, adminListWebhookReceivers, adminSwitchOnWebhookReceiver } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const gone = { url: 'https://user:s3cret@gone.example/hook?token=s3cret', headers: {} };
beforeAll(async () => {
  const { webhookUrls } = world.stores.forTenant('alpha');
  await webhookUrls.disable(gone, 'gone', new Date('2026-01-15T12:00:00Z'));
  await webhookUrls.noteFailure({ url: 'https://bad.example/hook', headers: {} }, new Date());
});

const listed = async (tenantId = 'alpha') =>
  (await world.call(adminListWebhookReceivers, { params: { tenantId }, key: world.keys.view })).data
    .receivers;

describe('receivers of webhooks', () => {
  it('are listed if they are switched off or fail, switched-off ones first, without the secrets in their addresses', async () => {
    expect(await listed()).toMatchObject([
      {
        url: 'https://••••:••••@gone.example/hook',
        state: 'off',
        since: '2026-01-15T12:00:00.000Z',
        because: 'it answered 410 Gone',
      },
      { url: 'https://bad.example/hook', state: 'failing' },
    ]);
    expect(await listed('beta')).toEqual([]);
  });

  it('that are switched off are among the findings', async () => {
    const { data } = await world.call(adminGetNow);
    expect(data.findings).toContainEqual(
      expect.objectContaining({ kind: 'webhooks_off', tenantId: 'alpha', link: '/webhooks?tenant=alpha' }),
    );
  });

  it('are switched on by the role operate, and the audit names the actor; one that is on cannot be', async () => {
    const [{ receiver } = { receiver: '' }] = await listed();
    const ask = (tenantId: string, key: string) =>
      world.call(adminSwitchOnWebhookReceiver, { params: { tenantId, receiver }, key });
    expect((await ask('alpha', world.keys.view)).error?.code).toBe('FORBIDDEN');
    expect((await ask('beta', world.keys.operate)).error?.code).toBe('INVALID_STATE');
    expect((await ask('alpha', world.keys.operate)).data).toEqual({ on: true });
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      who: 'who may operate',
      outcome: 'done',
      about: { tenantId: 'alpha', receiver },
    });
    expect((await listed()).map(({ state }) => state)).toEqual(['failing']);
    expect((await ask('alpha', world.keys.operate)).error?.code).toBe('INVALID_STATE');
  });
});
