import fc from 'fast-check';
import { generateKeyPairSync, sign } from 'node:crypto';
import type { SmsHookRequest } from './sms-vendor.js';
import { telnyxHook } from './telnyx.js';

// RFC 8032, section 7.1, test 1: the public key that belongs to this secret.
const rfc8032 = {
  secret: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
};
const publicKey = Buffer.from(rfc8032.publicKey, 'hex').toString('base64');
const privateKey = {
  key: Buffer.from(`302e020100300506032b657004220420${rfc8032.secret}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
} as const;

const receivedAt = new Date('2026-01-01T00:00:00Z');
const sentSeconds = receivedAt.getTime() / 1000;

function signed(rawBody: string, { seconds = sentSeconds, at = receivedAt } = {}): SmsHookRequest {
  const signature = sign(null, Buffer.from(`${seconds}|${rawBody}`), privateKey).toString('base64');
  return {
    url: 'https://sluice.example/hooks/sms/telnyx/demo',
    headers: { 'telnyx-timestamp': String(seconds), 'telnyx-signature-ed25519': signature },
    rawBody,
    receivedAt: at,
  };
}

describe('the Telnyx signature check', () => {
  it('accepts a request signed with the key', () => {
    expect(telnyxHook.isGenuine(signed('{"data":{}}'), publicKey)).toBe(true);
  });

  it('accepts timestamps up to 300 s in the past or future, and no others', () => {
    const at = (offsetSeconds: number) =>
      signed('{}', { at: new Date(receivedAt.getTime() + offsetSeconds * 1000) });
    expect([-301, -300, 300, 301].map((offset) => telnyxHook.isGenuine(at(offset), publicKey))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['another body', { ...signed('{}'), rawBody: '{"a":1}' }, publicKey],
    ['another timestamp', withHeader('telnyx-timestamp', String(sentSeconds + 1)), publicKey],
    ['no timestamp', withHeader('telnyx-timestamp', undefined), publicKey],
    ['a timestamp that is not a number', withHeader('telnyx-timestamp', '1e9'), publicKey],
    ['no signature', withHeader('telnyx-signature-ed25519', undefined), publicKey],
    ['a malformed signature', withHeader('telnyx-signature-ed25519', 'AAAA'), publicKey],
    ["somebody else's key", signed('{}'), otherKey()],
    ['a malformed key', signed('{}'), 'AAAA'],
    ['no key', signed('{}'), ''],
  ])('refuses a request with %s', (_what, request, key) => {
    expect(telnyxHook.isGenuine(request, key)).toBe(false);
  });
});

describe('the reader of Telnyx events', () => {
  const read = (type: string, payload: object) =>
    telnyxHook.read(JSON.stringify({ data: { event_type: type, id: 'e1', payload }, meta: { attempt: 1 } }));

  it.each([
    ['message.sent', 'sent', 'sent'],
    ['message.finalized', 'delivered', 'delivered'],
    ['message.finalized', 'delivery_unconfirmed', 'sent'],
    ['message.finalized', 'delivery_failed', 'undelivered'],
    ['message.finalized', 'expired', 'undelivered'],
    ['message.finalized', 'sending_failed', 'failed'],
  ])('reads %s with %s as %s', (type, theirs, ours) => {
    expect(read(type, { id: 'm1', to: [{ phone_number: '+1', status: theirs }], errors: [] })).toEqual({
      kind: 'status',
      vendorMessageId: 'm1',
      status: ours,
    });
  });

  it('keeps the failure details of the vendor', () => {
    const errors = [{ code: '40001', title: 'Not routable', detail: 'The destination cannot be reached.' }];
    expect(
      read('message.finalized', { id: 'm1', to: [{ status: 'delivery_failed' }], errors }),
    ).toMatchObject({
      errorCode: '40001',
      errorMessage: 'The destination cannot be reached.',
    });
  });

  it('reads an inbound message', () => {
    const payload = {
      id: 'm2',
      direction: 'inbound',
      from: { phone_number: '+14155550132' },
      to: [{ phone_number: '+14155550100', status: 'webhook_delivered' }],
      text: 'Stop',
    };
    expect(read('message.received', payload)).toEqual({
      kind: 'inbound',
      vendorMessageId: 'm2',
      from: '+14155550132',
      to: '+14155550100',
      text: 'Stop',
    });
  });

  const inbound = {
    id: 'm3',
    from: { phone_number: '+14155550132' },
    to: [{ phone_number: '+14155550100' }],
    text: 'nomas',
  };

  it.each([
    ['STOP', 'stop'],
    ['opt_out', 'stop'],
    ['START', 'start'],
    ['opt_in', 'start'],
    ['HELP', 'help'],
    ['INFO', 'help'],
    ['other', undefined],
    [null, undefined],
    [7, undefined],
  ])('reads autoresponse_type %j as %s', (autoresponse_type, intent) => {
    const callback = read('message.received', { ...inbound, autoresponse_type });
    expect(callback).toMatchObject({ kind: 'inbound', text: 'nomas' });
    expect((callback as { intent?: string }).intent).toBe(intent);
  });

  it('reads the files of a message', () => {
    const media = [
      { url: 'https://media.telnyx.com/1', content_type: 'image/png', sha256: 'x', size: 1 },
      { url: 'ftp://media.example/2', content_type: 7 },
      'nothing',
    ];
    expect(read('message.received', { ...inbound, text: '', media })).toMatchObject({
      text: '',
      media: [{ url: 'https://media.telnyx.com/1', contentType: 'image/png' }, {}, {}],
    });
    expect(read('message.received', { ...inbound, media: 'none' })).not.toHaveProperty(
      'media',
      expect.anything(),
    );
  });

  it('reads an inbound message without ids and recipient as far as it goes', () => {
    const { id: _id, to: _to, ...rest } = inbound;
    expect(read('message.received', rest)).toMatchObject({ vendorMessageId: 'e1', to: '' });
  });

  it('names whom a report says has opted out, by whichever of its errors', () => {
    const to = [{ phone_number: '+14155550132', status: 'sending_failed' }];
    const errors = [{ code: '40008' }, { code: 40300, title: 'Blocked due to STOP message' }];
    expect(read('message.finalized', { id: 'm1', to, errors })).toMatchObject({
      status: 'failed',
      errorCode: '40300',
      optedOut: '+14155550132',
    });
    expect(read('message.finalized', { id: 'm1', to, errors: [{ code: '40008' }] })).not.toHaveProperty(
      'optedOut',
      expect.anything(),
    );
  });

  it('reads any body without an exception', () => {
    const key = fc.constantFrom('id', 'from', 'to', 'text', 'media', 'errors', 'phone_number', 'status');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue({ maxDepth: 1 }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value')),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom('message.received', 'message.finalized'), value, (type, payload) => {
        expect(['ignored', 'inbound', 'status']).toContain(read(type, payload as object).kind);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), (rawBody) => {
        expect(['ignored', 'inbound', 'status']).toContain(telnyxHook.read(rawBody).kind);
      }),
    );
  });

  it.each([
    '',
    'null',
    '[]',
    '{"data":{"event_type":"message.sent"}}',
    '{"data":{"event_type":"call.hangup","payload":{"id":"m1"}}}',
  ])('ignores %s', (rawBody) => {
    expect(telnyxHook.read(rawBody)).toEqual({ kind: 'ignored' });
  });
});

function withHeader(name: string, value: string | undefined): SmsHookRequest {
  const request = signed('{}');
  return { ...request, headers: { ...request.headers, [name]: value } };
}

function otherKey(): string {
  const spki = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
  return spki.subarray(-32).toString('base64');
}
