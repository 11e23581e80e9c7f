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
  {
    campaignId: 'MAP',
    ...own('map', {
      events: { 'lead.delivered': true, 'lead.qualified': false },
      headers: { 'X-Tag': 'map' },
    }),
  },
  {
    campaignId: 'INH',
    ...own('never', { inheritFromTenant: true, events: { 'lead.created': true } }),
  },
  { campaignId: 'MUTE', ...own('never', { enabled: false }) },
  { campaignId: 'AGAIN', ...own('again', { events: { 'lead.delivered': true } }) },
  {
    campaignId: 'DOCS',
    documents: [
      {
        documentId: 'retainer',
        name: 'Retainer',
        provider: 'docusign',
        isActive: true,
        autoSend: true,
        expiresInDays: 7,
      },
      { documentId: 'manual', isActive: true, autoSend: false },
      {
        documentId: 'hipaa',
        isActive: true,
        autoSend: true,
        conditions: group({ field: 'state', operator: 'equals', value: ['NY'] }),
      },
    ],
    pixelRules: [
      {
        id: 'signed',
        triggerPoint: 'document_signed',
        platform: 'meta',
        pixelId: 'PX1',
        eventName: 'Contract',
      },
    ],
  },
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
      { leadStatus: 'signed', amount: 1_000 },
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
const bulk = (leadId: string, updates: object) =>
  tenant.call('PATCH', '/leads/bulk', { leadIds: [leadId], updates });

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

  it('sends to a campaign’s own receiver the events of its map, and nothing to the tenant’s', async () => {
    const receipt = await tenant.submit('MAP');
    await tenant.atRest(receipt);
    await eventually('the delivery is notified', () => about('/webhooks/map', receipt).length > 0);
    expect(types(about('/webhooks/map', receipt))).toEqual(['lead.delivered']);
    expect(about('/webhooks/map', receipt)[0]?.headers['x-tag']).toBe('map');
    expect(about('/webhooks', receipt)).toEqual([]);
  });

  it('may inherit the tenant’s receiver and still select its events, or be switched off', async () => {
    const [inherits, mute] = await Promise.all([tenant.submit('INH'), tenant.submit('MUTE')]);
    await Promise.all([tenant.atRest(inherits), tenant.atRest(mute)]);
    await eventually('the event is sent', () => about('/webhooks', inherits).length > 0);
    expect(types(about('/webhooks', inherits))).toEqual(['lead.created']);
    expect([...about('/webhooks', mute), ...tenant.received('/webhooks/never')]).toEqual([]);
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

describe('a document of a campaign', () => {
  it('is requested when a matching lead qualifies, and its signature sends a webhook and fires a pixel', async () => {
    const receipt = await tenant.submit('DOCS', { email: 'signer@leads.example' });
    await tenant.atRest(receipt);
    const files = await tenant.stores.files.ofLead(receipt.leadId, new Date());
    expect(files).toMatchObject([{ fileKey: 'retainer', status: 'pending', provider: 'docusign' }]);
    const [requested] = await eventually('the request is notified', () => {
      const posts = about('/webhooks', receipt).filter((post) => message(post).type === 'document.requested');
      return posts.length > 0 && posts;
    });
    const { expiresAt } = message(requested!).data as { expiresAt: string };
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)).toBe(7);

    const signed = {
      fileName: 'r.pdf',
      fileType: 'pdf',
      documentUrl: 'https://files.example/r',
      status: 'signed',
    };
    const answer = await tenant.call('POST', '/files', {
      leadId: receipt.leadId,
      fileKey: 'retainer',
      ...signed,
    });
    expect(answer.data).toMatchObject({ fileId: files[0]?.fileId, status: 'signed', provider: 'docusign' });
    const update = await eventually('the signature is notified', () =>
      about('/webhooks', receipt).find((post) => message(post).type === 'file.updated'),
    );
    expect(message(update).data).toMatchObject({
      fileKey: 'retainer',
      status: 'signed',
      statusBefore: 'pending',
    });
    const pixel = await eventually('it is fired', () => tenant.received('/v24.0/PX1/events')[0]);
    expect(message(pixel).data).toMatchObject([{ event_name: 'Contract' }]);
  });
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

  it('is booked as well when a person sets the lead status', async () => {
    const receipt = await tenant.submit('MONEY');
    await tenant.atRest(receipt);
    await bulk(receipt.leadId, { status: 'signed' });
    await bulk(receipt.leadId, { status: 'signed' });
    expect(await booked(receipt)).toEqual([
      [250, 'USD'],
      [1_000, 'USD'],
    ]);
  });
});

describe('a returned lead', () => {
  it('is announced by a webhook, and keeps the status that the person set', async () => {
    const receipt = await tenant.submit('MONEY');
    await tenant.atRest(receipt);
    expect((await bulk(receipt.leadId, { status: 'returned' })).data).toEqual({ modifiedCount: 1 });
    await eventually('the event is sent', () => types(about('/webhooks', receipt)).includes('lead.returned'));
    expect(await tenant.fate(receipt)).toBe('returned');
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
