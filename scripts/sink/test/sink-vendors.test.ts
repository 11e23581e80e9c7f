import { duringTests } from '@sluice/testing';
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { sinkTelnyxPublicKey, smsNumbers, startSink, twilioSignature } from '../src/index.js';
import { listenForCallbacks } from './listen-for-callbacks.js';
import { postTo } from './post-to.js';

const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two bytes yes').toString('base64')}`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const nowSeconds = () => Math.floor(Date.now() / 1000);

const sink = duringTests(() => startSink({ port: 0, webhookSecret }));

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  postTo(sink.url + path, body, headers);

describe('the demo webhook receiver', () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'lead.created' });
  const signed = (overrides: Record<string, string | undefined> = {}) => {
    const timestamp = String(nowSeconds());
    const key = Buffer.from(webhookSecret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      ...overrides,
    };
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >;
  };
  const wrong = `v1,${Buffer.alloc(32).toString('base64')}`;

  it('accepts a signed message, also with two signatures', async () => {
    expect((await post('/webhooks', body, signed())).status).toBe(204);
    const headers = signed();
    expect(
      (
        await post('/webhooks/x', body, {
          ...headers,
          'webhook-signature': `${wrong} ${headers['webhook-signature']}`,
        })
      ).status,
    ).toBe(204);
  });

  it.each([
    ['no id', { 'webhook-id': undefined }, 400],
    ['no signature', { 'webhook-signature': undefined }, 400],
    ['a timestamp in milliseconds', { 'webhook-timestamp': String(Date.now()) }, 400],
    ['a timestamp of ten minutes ago', { 'webhook-timestamp': String(nowSeconds() - 600) }, 400],
    ['a signature of another form', { 'webhook-signature': 'sha256=abc' }, 400],
    ['a wrong signature', { 'webhook-signature': wrong }, 401],
  ])('refuses %s', async (_what, overrides, status) => {
    expect((await post('/webhooks', body, signed(overrides))).status).toBe(status);
  });
});

describe('the demo Meta API', () => {
  const path = '/v24.0/1234567890/events?access_token=token';
  const event = (overrides: object = {}, user: object = {}) => ({
    data: [
      {
        event_name: 'Lead',
        event_time: nowSeconds(),
        event_id: 'e1',
        action_source: 'website',
        event_source_url: 'https://example.com/',
        user_data: { em: [sha256('a@example.com')], client_user_agent: 'test', ...user },
        ...overrides,
      },
    ],
  });

  it('accepts a well-formed event', async () => {
    expect(await post(path, event())).toMatchObject({ status: 200, body: { events_received: 1 } });
    expect(
      (await post(path, event({ action_source: 'phone_call', event_source_url: undefined }))).status,
    ).toBe(200);
  });

  it.each([
    ['a plain e-mail address', event({}, { em: 'a@example.com' }), 'em must be hashed'],
    ['an upper-case hash', event({}, { ph: sha256('1').toUpperCase() }), 'ph must be hashed'],
    ['an event of eight days ago', event({ event_time: nowSeconds() - 8 * 86_400 }), 'Too Old'],
    ['an event of tomorrow', event({ event_time: nowSeconds() + 86_400 }), 'Future'],
    ['a time in milliseconds', event({ event_time: Date.now() }), 'Future'],
    ['a website event without user agent', event({}, { client_user_agent: undefined }), 'client_user_agent'],
    ['a click cookie without its id', event({}, { fbc: 'fb.1.1763700000000.' }), 'Click ID'],
    ['a browser id of another form', event({}, { fbp: 'GA1.2.3' }), 'fbp'],
    ['an address with a port', event({}, { client_ip_address: '203.0.113.7:1' }), 'client_ip_address'],
    ['a page without a scheme', event({ event_source_url: 'example.com/a' }), 'event_source_url'],
    ['a website event without page', event({ event_source_url: undefined }), 'event_source_url'],
    ['an unknown action source', event({ action_source: 'web' }), 'action_source'],
    ['no events', { data: [] }, 'data'],
  ])('refuses %s with its own error', async (_what, payload, message) => {
    const answer = await post(path, payload);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { code: 100, type: 'OAuthException', is_transient: false } },
    });
    expect(JSON.stringify(answer.body)).toContain(message);
  });

  it('refuses a call without a token with code 190', async () => {
    expect(await post('/v24.0/1/events', event())).toMatchObject({
      status: 401,
      body: { error: { code: 190 } },
    });
  });
});

describe('the demo TikTok API', () => {
  const path = '/open_api/v1.3/event/track/';
  const token = { 'access-token': 'token' };
  const event = (overrides: object = {}, user: object = {}) => ({
    event_source: 'web',
    event_source_id: 'PIXEL',
    data: [
      {
        event: 'SubmitForm',
        event_time: nowSeconds(),
        event_id: 'e1',
        user: { email: sha256('a@example.com'), ...user },
      },
    ],
    ...overrides,
  });

  it('accepts a well-formed event', async () => {
    expect(await post(path, event(), token)).toMatchObject({ status: 200, body: { code: 0, message: 'OK' } });
  });

  it.each([
    ['a missing token', event(), {}, 40105],
    ['a plain phone number', event({}, { phone: '+14155550100' }), token, 40002],
    ['an address with a port', event({}, { ip: '203.0.113.7:1' }), token, 40002],
    ['an unknown source', event({ event_source: 'website' }), token, 40002],
    ['a missing pixel', event({ event_source_id: '' }), token, 40002],
  ])('answers %s with HTTP 200 and an error code', async (_what, payload, headers, code) => {
    expect(await post(path, payload, headers as Record<string, string>)).toMatchObject({
      status: 200,
      body: { code },
    });
  });
});

describe('the demo SMS vendors', () => {
  const sid = 'AC00000000000000000000000000000000';
  const twilioPath = `/2010-04-01/Accounts/${sid}/Messages.json`;
  const basic = {
    authorization: `Basic ${Buffer.from(`${sid}:secret`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const form = (fields: Record<string, string>) =>
    new URLSearchParams({ To: '+14155550132', From: '+14155550100', Body: 'hello', ...fields }).toString();

  it('accept a message as Twilio', async () => {
    expect(await post(twilioPath, form({}), basic)).toMatchObject({
      status: 201,
      body: {
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string,
        status: 'queued',
        to: '+14155550132',
      },
    });
  });

  it.each([
    [
      'a wrong account',
      form({}),
      { authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}` },
      401,
      20003,
    ],
    ['an invalid number', form({ To: '4155550132' }), basic, 400, 21211],
    ['an opted-out number', form({ To: smsNumbers.optedOut }), basic, 400, 21610],
    ['a landline', form({ To: smsNumbers.notMobile }), basic, 400, 21614],
    ['a text that is too long', form({ Body: 'x'.repeat(1_601) }), basic, 400, 21617],
    [
      'a missing sender',
      new URLSearchParams({ To: '+14155550132', Body: 'x' }).toString(),
      basic,
      400,
      21603,
    ],
  ])('refuse %s as Twilio', async (_what, body, headers, status, code) => {
    expect(await post(twilioPath, body, { ...basic, ...headers })).toMatchObject({
      status,
      body: { code, status },
    });
  });

  it('report the status of a message as Twilio, signed', async () => {
    const reports = await listenForCallbacks(4, async (url) => {
      await post(twilioPath, form({ StatusCallback: `${url}/hook?x=1` }), basic);
      await post(twilioPath, form({ StatusCallback: `${url}/hook?x=1`, To: smsNumbers.undelivered }), basic);
    });
    expect(reports.map(({ body }) => new URLSearchParams(body).get('MessageStatus')).sort()).toEqual([
      'delivered',
      'sent',
      'sent',
      'undelivered',
    ]);
    for (const { url, body, headers } of reports) {
      const params = Object.fromEntries(new URLSearchParams(body));
      expect(headers['x-twilio-signature']).toBe(twilioSignature('secret', url, params));
    }
  });

  it('accept a message and refuse an opted-out number with 40300 as Telnyx', async () => {
    const bearer = { authorization: 'Bearer key' };
    const message = { to: '+14155550132', from: '+14155550100', text: 'hello' };
    expect(await post('/v2/messages', message, bearer)).toMatchObject({
      status: 200,
      body: { data: { to: [{ phone_number: '+14155550132', status: 'queued' }] } },
    });
    expect(await post('/v2/messages', { ...message, to: smsNumbers.optedOut }, bearer)).toMatchObject({
      status: 409,
      body: { errors: [{ code: '40300' }] },
    });
    expect((await post('/v2/messages', message)).status).toBe(401);
  });

  it('report the status of a message as Telnyx, signed', async () => {
    const reports = await listenForCallbacks(2, async (url) => {
      const message = { to: '+14155550132', from: '+14155550100', text: 'hello', webhook_url: `${url}/hook` };
      await post('/v2/messages', message, { authorization: 'Bearer key' });
    });
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: base64url(sinkTelnyxPublicKey) },
      format: 'jwk',
    });
    expect(
      reports.map(({ body }) => (JSON.parse(body) as { data: { event_type: string } }).data.event_type),
    ).toEqual(['message.sent', 'message.finalized']);
    for (const { body, headers } of reports) {
      const content = Buffer.from(`${headers['telnyx-timestamp']}|${body}`);
      const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
      expect(verify(null, content, key, signature)).toBe(true);
    }
  });
});

function base64url(base64: string): string {
  return Buffer.from(base64, 'base64').toString('base64url');
}
