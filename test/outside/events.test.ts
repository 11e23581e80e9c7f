import type { Received } from '@sluice/sink';
import { testWebhookSecret, eventually } from '@sluice/testing';
import { Webhook } from 'standardwebhooks';
import type { Receipt } from '../installation/affiliate.js';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

const own = (path: string, more: Record<string, unknown> = {}) => ({
  webhooks: { url: `\${SINK_URL}/webhooks/${path}`, ...more },
});
const gone = (headers: Record<string, string>) => ({
  campaignId: 'GONE',
  ...own('gone', { headers }),
});
const others = [
  // The same receiver with different headers.
  { campaignId: 'GONE2', ...own('gone', { headers: { 'X-Two': '2' } }) },
  { campaignId: 'AGAIN', ...own('again', { events: { 'lead.delivered': true } }) },
  {
    campaignId: 'MONEY',
    revenueMilestones: [
      { leadStatus: 'delivered', amount: 250, currency: 'USD', active: true },
      { leadStatus: 'delivered', amount: 999, validTo: '2020-01-01' },
      {
        leadStatus: 'delivered',
        amount: 50,
        currency: 'EUR',
        conditions: group({ field: 'injury', operator: 'equals', value: ['severe'] }),
      },
    ],
  },
];

let tenant: TestTenant;
let failing: Receipt;
beforeAll(async () => {
  tenant = await startTenant({ campaigns: [gone({}), ...others] });
  tenant.installation.sink.script({ path: '/webhooks/again', status: 500, times: 1 });
  // Submitted first, so that it waits while other tests run.
  failing = await tenant.submit('AGAIN');
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

const about = (path: string, { leadId }: Receipt) =>
  tenant.received(path).filter(({ body }) => body.includes(leadId));
const message = ({ body }: Received) => JSON.parse(body) as { type: string; data: Record<string, unknown> };
const types = (posts: readonly Received[]) => posts.map((post) => message(post).type).sort();
describe('a webhook', () => {
  it('sends every event of a lead to the tenant’s receiver, signed', async () => {
    const receipt = await tenant.submit('MONEY');
    const posts = await eventually('three events are sent', () => {
      const found = about('/webhooks', receipt);
      return found.length >= 3 && found;
    });
    expect(types(posts)).toEqual(['lead.created', 'lead.delivered', 'lead.qualified']);
    for (const { body, headers, status } of posts) {
      expect(status).toBe(204);
      const verified = new Webhook(testWebhookSecret).verify(body, headers);
      expect(verified).toMatchObject({ tenantId: 'acme', campaignId: 'MONEY', ...receipt });
      expect((verified as { id: string }).id).toBe(headers['webhook-id']);
    }
  });

  it('to a URL that answers 410 is not sent again before the configuration changes', async () => {
    tenant.installation.sink.script({ path: '/webhooks/gone', status: 410 });
    const first = await tenant.submit('GONE');
    await tenant.atRest(first);
    const offAt = await eventually('it is switched off', async () => {
      const receipt = await tenant.stores.effects.ofSubmission(first.submissionId);
      return receipt.some(({ reason }) => reason === 'http_410') && tenant.received('/webhooks/gone').length;
    });
    const second = await tenant.submit('GONE');
    await tenant.atRest(second);
    await eventually('its events are skipped', async () => {
      const receipt = await tenant.stores.effects.ofSubmission(second.submissionId);
      return (
        receipt.length > 0 &&
        receipt.every(({ status, reason }) => status === 'skipped' && reason === 'url_disabled')
      );
    });
    expect(tenant.received('/webhooks/gone').length - offAt).toBeLessThanOrEqual(2);
    const beside = await tenant.submit('GONE2');
    await tenant.atRest(beside);
    await eventually('the events of a campaign with other headers are skipped too', async () => {
      const receipt = await tenant.stores.effects.ofSubmission(beside.submissionId);
      return receipt.length > 0 && receipt.every(({ reason }) => reason === 'url_disabled');
    });
    expect([...about('/webhooks/gone', second), ...about('/webhooks/gone', beside)]).toEqual([]);

    tenant.installation.sink.unscript('/webhooks/gone');
    await tenant.apply({ campaigns: [gone({ 'X-Version': '2' }), ...others] });
    const third = await tenant.submit('GONE');
    await eventually('the event is sent again', () => about('/webhooks/gone', third).length > 0);
    const fourth = await tenant.submit('GONE2');
    await eventually(
      'the other campaign calls it again too',
      () => about('/webhooks/gone', fourth).length > 0,
    );
  }, 45_000);
});

describe('revenue', () => {
  const booked = async ({ leadId }: Receipt) => {
    const effects = await tenant.stores.effects.onceForLead(leadId);
    return effects
      .filter((effect) => effect.kind === 'milestone')
      .map(({ body }) => [body.amount, body.currency]);
  };

  it('is booked once per lead, within its dates and when its conditions match', async () => {
    const plain = await tenant.submit('MONEY');
    const severe = await tenant.submit('MONEY', { questionnaire: { injury: 'Severe' } });
    const test = await tenant.submit('MONEY', { isTest: true });
    await Promise.all([plain, severe, test].map((receipt) => tenant.atRest(receipt)));
    expect(await booked(plain)).toEqual([[250, 'USD']]);
    expect(await booked(severe)).toEqual([
      [250, 'USD'],
      [50, 'EUR'],
    ]);
    expect(await booked(test)).toEqual([]);
    const again = await tenant.call('POST', '/leads/submit', { campaignId: 'MONEY', leadId: plain.leadId });
    await tenant.atRest(again.data as unknown as Receipt);
    expect(await booked(plain)).toEqual([[250, 'USD']]);
  });
});

describe('a webhook that failed', () => {
  it('is retried under its id, signed again', async () => {
    const [first, second] = await eventually('the event is sent again', () => {
      const posts = about('/webhooks/again', failing);
      return posts.length >= 2 && posts;
    });
    expect([first?.status, second?.status]).toEqual([500, 204]);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
  });
});

describe('a new webhook secret', () => {
  it('signs in addition to the previous one during the rotation', async () => {
    const secret = `whsec_${Buffer.from('the second secret of this tenant').toString('base64')}`;
    const webhooks = { url: '${SINK_URL}/webhooks', secret, previousSecret: testWebhookSecret };
    await tenant.apply({ settings: { timezone: 'UTC', webhooks } });
    const receipt = await tenant.submit('MONEY');
    const post = await eventually('the event is sent', () => about('/webhooks', receipt)[0]);
    for (const known of [secret, testWebhookSecret]) {
      expect(new Webhook(known).verify(post.body, post.headers as Record<string, string>)).toBeTruthy();
    }
  });
});
