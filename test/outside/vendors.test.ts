import { createHash } from 'node:crypto';
import { smsNumbers } from '@sluice/sink';
import { testPhone, eventually } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const rule = (platform: string) => ({
  id: platform,
  platform,
  pixelId: `PX_${platform}`,
  triggerPoint: 'lead_delivered',
  eventName: 'Lead',
  actionSource: 'website',
  eventValueOverride: 250,
  currency: 'USD',
  fireOnce: true,
});
const sms = (provider: string) => ({ settings: { integrationOverrides: { sms: provider } } });

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant({
    phoneNumbers: [
      { phoneNumberId: 'z_first', phoneNumber: '+14155550101', provider: 'twilio', sms: true },
      { phoneNumberId: 'telnyx', phoneNumber: '+14155550104', provider: 'telnyx', sms: true },
    ],
    campaigns: [
      { campaignId: 'TWI', ...sms('twilio') },
      { campaignId: 'TEL', ...sms('telnyx') },
      { campaignId: 'PIX', pixelRules: [rule('facebook'), rule('tiktok')] },
    ],
  });
}, 120_000);
afterAll(() => tenant.stop(), 60_000);

/** A request to Meta with one event. */
interface MetaBody {
  readonly data: readonly [Readonly<Record<string, unknown>> & { readonly user_data: object }];
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let people = 500;
const person = () => {
  people += 1;
  const [digits] = [testPhone(people)];
  return digits.startsWith('+') ? digits : `+1${digits.replace(/\D/g, '').slice(-10)}`;
};

/** Submits a lead and sends it an SMS message. */
const send = async (campaignId: string, more: Record<string, unknown> = {}, phone = person()) => {
  const receipt = await tenant.submit(campaignId, { phone });
  const body = { leadId: receipt.leadId, message: `Hello from ${campaignId}`, ...more };
  return { receipt, phone, ...(await tenant.call('POST', '/sms/send', body)) };
};
const statusOf = async (messageId: unknown) => (await tenant.stores.messages.find(String(messageId)))?.status;

/** What a lead tells of its visit. */
const tracked = {
  email: 'John_Smith@gmail.com ',
  phone: '(650) 555-1212',
  attribution: {
    captureUrl: 'https://example.com/claim',
    userAgent: 'Test/1.0',
    ipAddress: '203.0.113.7',
    params: { fbclid: 'AbC', ttclid: 'E.C.P' },
  },
};
/** Fires a conversion event by request. */
const fire = async (receipt: Receipt, more: Record<string, unknown> = {}) => {
  const body = { leadId: receipt.leadId, pixelId: 'PX9', platform: 'meta', eventName: 'Purchase', ...more };
  return tenant.call('POST', '/pixels/fire', body);
};

describe('an SMS message', () => {
  const conversationOf = async ({ data }: { data: Readonly<Record<string, unknown>> }) =>
    (await tenant.call('GET', `/interactions/${String(data['interactionId'])}`)).data;
  // The conversation is written after the message.
  const shownError = (sent: { data: Readonly<Record<string, unknown>> }) =>
    eventually('the conversation shows the reason', async () => (await conversationOf(sent))['errorCode']);

  it('is sent by Twilio and reported as delivered', async () => {
    const sent = await send('TWI');
    expect([sent.status, sent.data['status']]).toEqual([202, 'queued']);
    await eventually('it is delivered', async () => (await statusOf(sent.data['messageId'])) === 'delivered');
    const path = '/2010-04-01/Accounts';
    const [post] = tenant
      .received(`${path}/*`)
      .filter(({ body }) => body.includes(encodeURIComponent(sent.phone)));
    expect(post?.status).toBe(201);
    expect(post?.headers['authorization']).toMatch(/^Basic /);
    expect(Object.fromEntries(new URLSearchParams(post?.body))).toEqual({
      To: sent.phone,
      From: '+14155550101',
      Body: 'Hello from TWI',
      StatusCallback: expect.stringMatching(/\/hooks\/sms\/twilio\/acme\?message=msg_/) as string,
    });
  });

  it('is sent by Telnyx and reported as delivered', async () => {
    const sent = await send('TEL');
    await eventually('it is delivered', async () => (await statusOf(sent.data['messageId'])) === 'delivered');
    const [post] = tenant.received('/v2/messages').filter(({ body }) => body.includes(sent.phone));
    expect(JSON.parse(post?.body ?? '')).toMatchObject({
      to: sent.phone,
      from: '+14155550104',
      text: 'Hello from TEL',
    });
  });

  it('that the vendor refuses has failed, and the conversation shows why', async () => {
    const sent = await send('TWI', { to: smsNumbers.notMobile });
    await eventually('it failed', async () => (await statusOf(sent.data['messageId'])) === 'failed');
    expect(await shownError(sent)).toBe('21614');
    await eventually('sms.failed is sent', () =>
      tenant
        .received('/webhooks')
        .some(({ body }) => body.includes('sms.failed') && body.includes(sent.receipt.leadId)),
    );
  });
});

describe('a conversion event', () => {
  const emailHash = '62a14e44f765419d10fea99367361a727c12365e2520f32218d505ed9aa0f62f';
  const metaPosts = () => tenant.received('/v24.0/PX_facebook/events');
  const tiktokPosts = () => tenant.received('/open_api/v1.3/event/track/');

  it('is sent to Meta and TikTok in their formats, once per lead', async () => {
    const receipt = await tenant.submit('PIX', tracked);
    const meta = await eventually('Meta has it', () =>
      metaPosts().find(({ body }) => body.includes(emailHash)),
    );
    expect(meta.status).toBe(200);
    expect(JSON.parse(meta.body)).toMatchObject({
      data: [
        {
          event_name: 'Lead',
          action_source: 'website',
          event_source_url: 'https://example.com/claim',
          user_data: {
            em: emailHash,
            ph: 'e323ec626319ca94ee8bff2e4c87cf613be6ea19919ed1364124e16807ab3176',
            client_ip_address: '203.0.113.7',
            client_user_agent: 'Test/1.0',
          },
          custom_data: { value: 250, currency: 'USD' },
        },
      ],
    });
    const tiktok = await eventually('TikTok has it', () =>
      tiktokPosts().find(({ body }) => body.includes(emailHash)),
    );
    expect(JSON.parse(tiktok.body)).toMatchObject({
      event_source_id: 'PX_tiktok',
      data: [
        {
          user: {
            phone: '1e231c66011e7a2d867a9cfae267a6aff103cf4913640b6e71a99850fc0ffbc8',
            ttclid: 'E.C.P',
          },
        },
      ],
    });
    const again = await tenant.call('POST', '/leads/submit', { campaignId: 'PIX', leadId: receipt.leadId });
    expect(await tenant.fate(again.data as never)).toBe('delivered');
    await eventually('pixel.fired is sent', () =>
      tenant
        .received('/webhooks')
        .some(({ body }) => body.includes('pixel.fired') && body.includes(receipt.leadId)),
    );
    expect(metaPosts().filter(({ body }) => body.includes(emailHash))).toHaveLength(1);
  });

  it('is sent without tracking that cannot be right, to both platforms, and its attempt names what was left out', async () => {
    const broken = {
      fbc: 'fb.1.1763700000000.',
      fbp: '{{fbp}}',
      ttp: 'undefined',
      captureUrl: 'lp.example.com/a',
      userAgent: 'Test/2.0',
      ipAddress: '203.0.113.7:51234',
      params: { fbclid: ['AbC', 'dEf'], ttclid: '__CLICKID__' },
    };
    const receipt = await tenant.submit('PIX', { attribution: broken });
    const ofLead = (posts: readonly { body: string }[]) =>
      posts.find(({ body }) => body.includes(sha256(receipt.leadId)));
    const meta = await eventually('Meta has it', () => ofLead(metaPosts()));
    const tiktok = await eventually('TikTok has it', () => ofLead(tiktokPosts()));
    const { user_data: user, ...metaEvent } = (JSON.parse(meta.body) as MetaBody).data[0];
    expect(metaEvent).not.toHaveProperty('event_source_url');
    expect(metaEvent).toMatchObject({ action_source: 'system_generated', custom_data: { value: 250 } });
    expect(user).toMatchObject({
      client_user_agent: 'Test/2.0',
      fbc: expect.stringMatching(/^fb\.1\.\d{13}\.AbC$/) as string,
    });
    expect(user).not.toHaveProperty('client_ip_address');
    expect(user).not.toHaveProperty('fbp');
    const sentToTiktok = (JSON.parse(tiktok.body) as { data: { user: object }[] }).data[0];
    expect(sentToTiktok).not.toHaveProperty('page');
    expect(Object.keys(sentToTiktok?.user ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:ttclid|ttp|ip)$/)]),
    );
    const traces = await eventually('both attempts are recorded', async () => {
      const once = await tenant.stores.effects.onceForLead(receipt.leadId);
      const ended = once.filter(({ kind, status }) => kind === 'pixel' && status === 'done');
      return ended.length === 2 && ended.map(({ attempts }) => attempts[0]?.trace ?? []);
    });
    const left = traces.map((trace) => trace.map(({ at, because }) => `${at} ${because}`));
    expect(new Set(left.flat())).toEqual(
      new Set([
        ...['attribution.ipAddress not_an_address', 'attribution.captureUrl not_a_page'],
        ...['attribution.fbc cut_short', 'attribution.fbp unfilled_macro'],
        ...['attribution.params.ttclid unfilled_macro', 'attribution.ttp placeholder'],
      ]),
    );
  });

  it('fired by request leaves out what a bulk update made wrong, and is sent', async () => {
    const receipt = await tenant.submit('TWI', tracked);
    const attribution = { fbc: 'fb.1.17', ipAddress: '999.1.1.1', captureUrl: ['https://example.com/b'] };
    const updates = { leadIds: [receipt.leadId], updates: { attribution } };
    expect((await tenant.call('PATCH', '/leads/bulk', updates)).data).toEqual({ modifiedCount: 1 });
    expect((await fire(receipt, { pixelId: 'PX7' })).data).toMatchObject({ success: true });
    const [post] = tenant.received('/v24.0/PX7/events');
    const event = (JSON.parse(post?.body ?? '') as MetaBody).data[0];
    expect(event).toMatchObject({ event_source_url: 'https://example.com/b' });
    expect(event.user_data).not.toHaveProperty('fbc');
    expect(event.user_data).not.toHaveProperty('client_ip_address');
  });
});

describe('a vendor that is unable to take more', () => {
  it.concurrent('is sent a conversion event again under its event id, not before its Retry-After', async () => {
    const receipt = await tenant.submit('TWI', tracked);
    const path = '/v24.0/PX8/events';
    tenant.installation.sink.script({ path, status: 503, headers: { 'Retry-After': '8' }, times: 1 });
    expect(await fire(receipt, { pixelId: 'PX8' })).toMatchObject({
      status: 202,
      data: { status: 'queued' },
    });
    const posts = await eventually('it is fired again', () => {
      const found = tenant.received(path);
      return found.length === 2 && found;
    });
    const [first = 0, second = 0] = posts.map(({ at }) => Date.parse(at));
    expect(second - first).toBeGreaterThanOrEqual(8_000);
    const ids = posts.map(
      ({ body }) => (JSON.parse(body) as { data: { event_id: string }[] }).data[0]?.event_id,
    );
    expect(new Set(ids).size).toBe(1);
  });
});
