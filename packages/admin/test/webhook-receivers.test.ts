import {
  adminGetNow,
  adminListWebhookReceivers,
  adminSwitchOnWebhookReceiver,
  type Supplier,
} from '@sluice/contracts';
import { postbackAddress } from '@sluice/store';
import { duringTests, putItem, putTenant } from '@sluice/testing';
import { observe, observedOf, readsOfStores } from '../src/live/observe.js';
import { openAdminApi } from './admin-api.js';

const world = duringTests(openAdminApi);
const gone = { url: 'https://user:s3cret@gone.example/hook?token=s3cret', headers: {} };
beforeAll(async () => {
  const { webhookUrls } = world.stores.forTenant('alpha');
  await webhookUrls.disable(gone, 'gone', new Date('2026-01-15T12:00:00Z'));
  await webhookUrls.noteFailure({ url: 'https://bad.example/hook', headers: {} }, new Date());
  await trackerFails('sup_north');
  await supplied('sup_north', {});
});

const url = 'https://track.example/s3cret';

async function supplied(supplierId: string, more: Partial<Supplier>): Promise<void> {
  const postback = { url, method: 'GET', on: ['delivered'] };
  const supplier = {
    supplierId,
    name: supplierId,
    status: 'active',
    postback,
    ...more,
  } as unknown as Supplier;
  await putItem(world.stores.forTenant('alpha').suppliers, supplierId, supplier);
}

/** Has all postbacks to the tracker fail for an hour, the last of them some hours ago. */
async function trackerFails(supplierId: string, hoursAgo = 0, at = url): Promise<void> {
  const { clock, forTenant, receivers } = world.stores;
  const ago = (hours: number) => new Date(clock.now().getTime() - hours * 3_600_000);
  const address = postbackAddress(supplierId, at);
  await forTenant('alpha').webhookUrls.noteFailure({ url: address, headers: {} }, ago(hoursAgo + 1));
  receivers.noteEvent('alpha', address, {
    ...{ at: ago(hoursAgo), event: 'postback.delivered', leadId: 'lead_1', outcome: 'failed' },
  });
  await receivers.flush();
}

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
      { url: 'postbacks to sup_north', state: 'failing' },
    ]);
    expect(await listed('beta')).toEqual([]);
  });

  it('that work are listed after those in trouble, with their latest calls, page by page', async () => {
    const { tenants, receivers, clock } = world.stores;
    const url = 'https://works.example/hook';
    const [was] = await tenants.page(1);
    await putTenant(tenants, { ...was!, settings: { ...was!.settings, webhooks: { url } } });
    const sent = {
      at: clock.now(),
      event: 'lead.delivered',
      leadId: 'lead_1',
      outcome: 'done',
      status: 200,
    } as const;
    for (let n = 1; n <= 12; n += 1) receivers.noteEvent('alpha', url, { ...sent, leadId: `lead_${n}` });
    await receivers.flush();
    const call = { params: { tenantId: 'alpha' }, key: world.keys.view };
    const { data } = await world.call(adminListWebhookReceivers, { ...call, query: { limit: '3' } });
    expect(data.receivers.map(({ state }) => state)).toEqual(['off', 'failing', 'failing']);
    const rest = await world.call(adminListWebhookReceivers, {
      ...call,
      query: { limit: '3', cursor: data.nextCursor! },
    });
    expect(rest.data).toMatchObject({ receivers: [{ url, state: 'works' }], nextCursor: null });
    const events = rest.data.receivers[0]?.events ?? [];
    expect(events.map(({ leadId }) => leadId)).toEqual(
      Array.from({ length: 10 }, (_, n) => `lead_${12 - n}`),
    );
    expect(events[0]).toEqual({ ...sent, at: sent.at.toISOString(), leadId: 'lead_12' });
    const wrong = await world.call(adminListWebhookReceivers, { ...call, query: { cursor: 'x' } });
    expect(wrong.error?.code).toBe('VALIDATION_ERROR');
  });

  it('that are switched off, and suppliers whose postbacks fail, are among the findings', async () => {
    const { data } = await world.call(adminGetNow);
    expect(data.findings).toContainEqual(
      expect.objectContaining({ kind: 'webhooks_off', tenantId: 'alpha', link: '/webhooks?tenant=alpha' }),
    );
    const postbacks = data.findings.filter(({ kind }) => kind === 'postbacks_fail');
    expect(postbacks).toMatchObject([{ tenantId: 'alpha', subject: 'sup_north' }]);
    expect(data.findings.map(({ id }) => id)).not.toContain('cut-short.failingPostbacks');
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
    expect((await listed()).map(({ state }) => state)).toEqual(['failing', 'failing', 'works']);
    expect((await ask('alpha', world.keys.operate)).error?.code).toBe('INVALID_STATE');
  });

  it('of suppliers fail no longer that are paused, archived, have another address or none, or were told nothing for a day', async () => {
    const gone: Record<string, Partial<Supplier>> = {
      sup_paused: { status: 'paused' },
      sup_archived: { archivedAt: '2026-01-15T12:00:00.000Z' },
      sup_moved: { postback: { url: 'https://new.example/s3cret', method: 'GET', on: ['delivered'] } },
      sup_untold: { postback: undefined },
      sup_quiet: {},
      // As many as are listed, whose trackers failed last.
      ...Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`sup_paused_${n}`, { status: 'paused' }])),
    };
    for (const [supplierId, supplier] of Object.entries(gone)) {
      await supplied(supplierId, supplier);
      await trackerFails(supplierId, supplierId === 'sup_quiet' ? 25 : 0);
    }
    const failing = () => observe(readsOfStores({ stores: world.stores }), 30_000);
    const { failingPostbacks } = observedOf((await failing()).seen);
    expect(failingPostbacks).toMatchObject([{ supplierId: 'sup_north' }]);
    const shown = (await listed()).filter(({ state }) => state === 'failing').map((one) => one.url);
    expect(shown).not.toContain('postbacks to sup_moved');
    expect(shown).not.toContain('postbacks to sup_untold');
  });

  it('of suppliers that fail are listed up to twenty, and that there are more is a finding', async () => {
    for (let n = 0; n < 20; n += 1) {
      await supplied(`sup_many_${n}`, {});
      await trackerFails(`sup_many_${n}`);
    }
    const { seen } = await observe(readsOfStores({ stores: world.stores }), 30_000);
    const { failingPostbacks, cutShort } = observedOf(seen);
    expect(failingPostbacks).toHaveLength(20);
    expect(cutShort).toEqual([{ list: 'failingPostbacks', listed: 20 }]);
  });
});
