import fc from 'fast-check';
import type { SmsHookRequest } from './sms-vendor.js';
import { twilioHook } from './twilio.js';

// The example in Twilio's documentation.
const vector = {
  token: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  params: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  },
  signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
};
const request = (overrides: Partial<SmsHookRequest> = {}): SmsHookRequest => ({
  url: vector.url,
  headers: { 'x-twilio-signature': vector.signature },
  rawBody: new URLSearchParams(vector.params).toString(),
  receivedAt: new Date(),
  ...overrides,
});

describe('the Twilio signature check', () => {
  it('accepts the published test vector', () => {
    expect(twilioHook.isGenuine(request(), vector.token)).toBe(true);
  });

  it('accepts our URL with the default port of https', () => {
    const url = vector.url.replace('.com/', '.com:443/');
    expect(twilioHook.isGenuine(request({ url }), vector.token)).toBe(true);
  });

  it.each([
    ['another token', request(), '12346'],
    ['no token', request(), ''],
    ['another URL', request({ url: `${vector.url}3` }), vector.token],
    ['another parameter', request({ rawBody: `${String(request().rawBody)}&Body=hi` }), vector.token],
    [
      'another value',
      request({ rawBody: String(request().rawBody).replace('1234&', '1235&') }),
      vector.token,
    ],
    ['no signature', request({ headers: {} }), vector.token],
    ['an empty signature', request({ headers: { 'x-twilio-signature': '' } }), vector.token],
    [
      'a longer signature',
      request({ headers: { 'x-twilio-signature': `${vector.signature}A` } }),
      vector.token,
    ],
    ['an invalid URL', request({ url: 'nowhere' }), vector.token],
  ])('refuses a request with %s', (_what, call, token) => {
    expect(twilioHook.isGenuine(call, token)).toBe(false);
  });
});

describe('the reader of Twilio callbacks', () => {
  const read = (params: Record<string, string>) => twilioHook.read(new URLSearchParams(params).toString());

  it.each([
    ['queued', 'queued'],
    ['accepted', 'queued'],
    ['sending', 'queued'],
    ['sent', 'sent'],
    ['delivered', 'delivered'],
    ['canceled', 'failed'],
  ])('reads the status %s as %s', (theirs, ours) => {
    expect(read({ MessageSid: 'SM1', MessageStatus: theirs, To: '+1', From: '+2' })).toEqual({
      kind: 'status',
      vendorMessageId: 'SM1',
      status: ours,
    });
  });

  it('keeps the error code of an undelivered message', () => {
    expect(read({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })).toEqual({
      kind: 'status',
      vendorMessageId: 'SM1',
      status: 'undelivered',
      errorCode: '30003',
    });
  });

  it('reads an inbound message, also an empty one', () => {
    const inbound = {
      MessageSid: 'SM2',
      SmsStatus: 'received',
      From: '+14155550132',
      To: '+14155550100',
      NumMedia: '0',
    };
    expect(read({ ...inbound, Body: 'STOP' })).toEqual({
      kind: 'inbound',
      vendorMessageId: 'SM2',
      from: '+14155550132',
      to: '+14155550100',
      text: 'STOP',
    });
    expect(read({ ...inbound, Body: '' })).toMatchObject({ kind: 'inbound', text: '' });
  });

  const inbound = { MessageSid: 'SM3', From: '+14155550132', To: '+14155550100' };

  it.each([
    ['STOP', 'stop'],
    ['stop', 'stop'],
    ['START', 'start'],
    ['HELP', 'help'],
    ['SOMETHING', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('reads OptOutType=%s as %s, whatever the text says', (OptOutType, intent) => {
    const texts: readonly Record<string, string>[] = [{ Body: 'nomas' }, { Body: 'START' }, {}];
    for (const text of texts) {
      const callback = read({ ...inbound, ...text, OptOutType });
      if (intent !== undefined) expect(callback).toMatchObject({ kind: 'inbound', intent });
      else expect(callback).not.toHaveProperty('intent', expect.anything());
    }
  });

  it('reads the files of a message, as many as it announces or names', () => {
    const named = {
      MediaUrl0: 'https://api.twilio.com/m/1',
      MediaContentType0: 'image/jpeg',
      MediaUrl1: 'javascript:alert(1)',
      MediaContentType1: 'Video/MP4; codecs=x',
    };
    const files = [{ url: named.MediaUrl0, contentType: 'image/jpeg' }, { contentType: 'video/mp4' }];
    for (const NumMedia of ['2', '0', '-1', 'two', '1e3']) {
      expect(read({ ...inbound, Body: '', NumMedia, ...named })).toMatchObject({ text: '', media: files });
    }
    expect(read({ ...inbound, NumMedia: '3', ...named })).toMatchObject({ text: '', media: [...files, {}] });
    expect(read({ ...inbound, Body: '', NumMedia: '9999' })).toMatchObject({
      media: Array.from({ length: 20 }, () => ({})),
    });
  });

  it('names whom a report says has opted out', () => {
    const report = { MessageSid: 'SM1', MessageStatus: 'failed', To: '+14155550132' };
    expect(read({ ...report, ErrorCode: '21610' })).toMatchObject({ optedOut: '+14155550132' });
    expect(read({ ...report, ErrorCode: '30003' })).not.toHaveProperty('optedOut', expect.anything());
  });

  it('reads any body without an exception', () => {
    const name = fc.constantFrom(
      ...['MessageSid', 'SmsStatus', 'From', 'To', 'Body', 'NumMedia', 'OptOutType'],
    );
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(name, fc.string()), fc.string({ unit: 'binary' })), (params) => {
        expect(['ignored', 'inbound', 'status']).toContain(read(params).kind);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (rawBody) => {
        expect(['ignored', 'inbound', 'status']).toContain(twilioHook.read(rawBody).kind);
      }),
    );
  });

  it.each([
    {},
    { MessageSid: 'SM1' },
    { MessageSid: 'SM1', MessageStatus: 'constructor' },
    { Body: 'hi', From: '+1', To: '+2' },
  ])('ignores %j', (params) => {
    expect(read(params as Record<string, string>)).toEqual({ kind: 'ignored' });
  });
});
