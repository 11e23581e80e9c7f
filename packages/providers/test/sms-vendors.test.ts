import { sinkTelnyxPublicKey, smsNumbers, startSink } from '@sluice/sink';
import { brokenAnswers, duringTests, eventually, serveBroken } from '@sluice/testing';
import type { ProviderCredentials, SmsProvider } from '@sluice/contracts';
import { createOutboundClient, createSmsVendor, smsHookKey, smsHooks } from '../src/index.js';
import type { ConsoleSmsLine, OutgoingSms, SmsCallback } from '../src/index.js';
import { closeServers, serveHttp, serveTcp } from './loopback.js';

const client = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
const sink = duringTests(() => startSink({ port: 0 }));
let credentials: ProviderCredentials;

beforeAll(async () => {
  credentials = {
    twilio: {
      accountSid: 'AC00000000000000000000000000000001',
      authToken: 'twilio-secret',
      baseUrl: sink.url,
    },
    telnyx: { apiKey: 'telnyx-key', publicKey: sinkTelnyxPublicKey, baseUrl: `${sink.url}/` },
  };
});

afterEach(async () => {
  sink.unscript();
  await closeServers();
});

afterAll(async () => {
  client.close();
  await sink.close();
});

const sms: OutgoingSms = {
  messageId: 'msg_1',
  to: '+14155550132',
  from: '+14155550100',
  text: 'Hello José & co',
};
const paths = {
  twilio: '/2010-04-01/Accounts/AC00000000000000000000000000000001/Messages.json',
  telnyx: '/v2/messages',
} as const;

function vendor(provider: SmsProvider, configured: ProviderCredentials = credentials) {
  const made = createSmsVendor(provider, configured, { client, write: () => undefined });
  if (made === undefined) throw new Error(`${provider} is not configured`);
  return made;
}

describe.each(['twilio', 'telnyx'] as const)('the SMS vendor %s', (provider) => {
  it('accepts a message', async () => {
    expect(await vendor(provider).send(sms)).toEqual({
      kind: 'sent',
      vendorMessageId: expect.any(String) as string,
      status: 'queued',
    });
  });

  it('receives number, sender and text unchanged', async () => {
    await vendor(provider).send(sms);
    const body = sink.received({ limit: 1 })[0]?.body ?? '';
    const seen =
      provider === 'twilio' ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as unknown);
    expect(seen).toEqual(
      provider === 'twilio'
        ? { To: sms.to, From: sms.from, Body: sms.text }
        : { to: sms.to, from: sms.from, text: sms.text },
    );
  });

  it('accepts a message in an answer behind an interim one, in JSON that holds the JSON', async () => {
    const told = JSON.stringify(JSON.stringify({ sid: 'm-1', data: { id: 'm-1' } }));
    const { url } = await serveTcp((socket) => {
      let asked = '';
      socket.on('data', (bytes) => {
        asked += bytes.toString('latin1');
        if (!/Hello/.test(asked)) return;
        socket.end(
          `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: ${told.length}\r\n\r\n${told}`,
        );
      });
    });
    const account = { ...credentials[provider], baseUrl: url };
    const configured = { ...credentials, [provider]: account };
    expect(await vendor(provider, configured).send(sms)).toEqual({
      kind: 'sent',
      vendorMessageId: 'm-1',
      status: 'queued',
    });
  });

  it('permanently refuses an opted-out recipient', async () => {
    expect(await vendor(provider).send({ ...sms, to: smsNumbers.optedOut })).toEqual({
      kind: 'refused',
      code: provider === 'twilio' ? '21610' : '40300',
      message: expect.any(String) as string,
      optedOut: true,
    });
  });

  it('permanently refuses an invalid number', async () => {
    expect(await vendor(provider).send({ ...sms, to: smsNumbers.invalid })).toMatchObject({
      kind: 'refused',
      code: provider === 'twilio' ? '21211' : '40310',
      optedOut: false,
    });
  });

  it.each([
    [
      { status: 429, headers: { 'retry-after': '3' } },
      { reason: 'http_429', mayHaveArrived: false, retryAfterMs: 3_000 },
    ],
    [{ status: 503 }, { reason: 'http_503', mayHaveArrived: false }],
    [{ status: 500 }, { reason: 'http_500', mayHaveArrived: true }],
    [{ mode: 'reset' as const }, { reason: 'reset', mayHaveArrived: true }],
    [
      { status: 200, body: 'thanks' },
      { reason: 'unreadable_answer', mayHaveArrived: true },
    ],
  ])('is retried after %j', async (behaviour, retry) => {
    sink.script({ path: paths[provider], ...behaviour });
    expect(await vendor(provider).send(sms)).toEqual({ kind: 'retry', ...retry });
  });

  it('accepts a numeric id with all its digits', async () => {
    const id = '"id": 23851234567890123, "sid": 23851234567890123';
    sink.script({ path: paths[provider], status: 201, body: `{${id}, "data": {${id}}}` });
    expect(await vendor(provider).send(sms)).toMatchObject({
      kind: 'sent',
      vendorMessageId: '23851234567890123',
    });
  });

  it.each(Object.keys(brokenAnswers).filter((name) => brokenAnswers[name]!.then !== 'stalls'))(
    'is not asked again after a success with %s',
    async (name) => {
      const { url, calls, close } = await serveBroken(name, 201);
      const elsewhere = {
        twilio: { ...credentials.twilio, baseUrl: url },
        telnyx: { ...credentials.telnyx, baseUrl: url },
      };
      expect(await vendor(provider, elsewhere).send(sms)).toEqual({ kind: 'sent', status: 'queued' });
      expect(calls()).toBe(1);
      await close();
    },
  );

  it('may ask for a wait until a date, at most an hour', async () => {
    const wait = async (retryAfter: string, status = 429) => {
      sink.script({ path: paths[provider], status, headers: { 'retry-after': retryAfter } });
      const outcome = await vendor(provider).send(sms);
      return outcome.kind === 'retry' ? outcome.retryAfterMs : outcome;
    };
    const inMs = (ms: number) => new Date(Date.now() + ms).toUTCString();
    expect(await wait(inMs(90_000), 503)).toBeGreaterThan(80_000);
    expect(await wait(inMs(90_000))).toBeLessThanOrEqual(90_000);
    expect(await wait(inMs(48 * 3_600_000))).toBe(3_600_000);
    expect(await wait('999999999')).toBe(3_600_000);
    expect((await wait(inMs(-90_000))) ?? 0).toBe(0);
    expect(await wait('later')).toBeUndefined();
  });

  it('reports the status of a message in callbacks with a valid signature', async () => {
    const hook = smsHooks[provider];
    const key = smsHookKey(provider, credentials) ?? '';
    const calls: { genuine: boolean; forged: boolean; callback: SmsCallback }[] = [];
    const { url } = await serveHttp((req, res) => {
      let rawBody = '';
      req.on('data', (chunk: Buffer) => (rawBody += chunk.toString()));
      req.on('end', () => {
        const headers = req.headers as Record<string, string>;
        const request = { url: `${url}${req.url}`, headers, rawBody, receivedAt: new Date() };
        const forged = hook.isGenuine(
          { ...request, rawBody: rawBody.replace('delivered', 'sent') + ' ' },
          key,
        );
        calls.push({ genuine: hook.isGenuine(request, key), forged, callback: hook.read(rawBody) });
        res.setHeader('content-type', hook.reply.contentType).end(hook.reply.body);
      });
    });
    const outcome = await vendor(provider).send({
      ...sms,
      statusCallbackUrl: `${url}/hooks/sms/${provider}/demo?m=1`,
    });
    if (outcome.kind !== 'sent') throw new Error(outcome.kind);
    await eventually('it has called twice', () => calls.length >= 2, 15_000);
    const { vendorMessageId } = outcome;
    expect(calls).toEqual([
      { genuine: true, forged: false, callback: { kind: 'status', vendorMessageId, status: 'sent' } },
      { genuine: true, forged: false, callback: { kind: 'status', vendorMessageId, status: 'delivered' } },
    ]);
  });

  it('is unavailable without credentials', () => {
    const deps = { client, write: () => undefined };
    expect(createSmsVendor(provider, {}, deps)).toBeUndefined();
    const empty = { twilio: { accountSid: '', authToken: '' }, telnyx: { apiKey: '', publicKey: '' } };
    expect(createSmsVendor(provider, empty, deps)).toBeUndefined();
    expect(smsHookKey(provider, empty)).toBeUndefined();
  });
});

it('Twilio may throttle by its code, and its wait is honoured', async () => {
  sink.script({
    path: paths.twilio,
    status: 400,
    headers: { 'retry-after': '7' },
    body: { code: 20429, message: 'Too Many Requests', status: 400 },
  });
  const retry = { kind: 'retry', reason: '20429', mayHaveArrived: false, retryAfterMs: 7_000 };
  expect(await vendor('twilio').send(sms)).toEqual(retry);
});

it('Twilio permanently refuses wrong credentials', async () => {
  sink.script({
    path: paths.twilio,
    status: 401,
    body: { code: 20003, message: 'Authenticate', status: 401 },
  });
  expect(await vendor('twilio').send(sms)).toMatchObject({ kind: 'refused', code: '20003' });
});

it('Twilio picks the sender from the messaging service when a message names none', async () => {
  const { from: _from, ...unsigned } = sms;
  const twilio = { ...credentials.twilio, messagingServiceSid: 'MG1' };
  expect(await vendor('twilio', { twilio }).send(unsigned)).toMatchObject({ kind: 'sent', status: 'queued' });
  const form = new URLSearchParams(sink.received({ limit: 1 })[0]?.body);
  expect([form.get('MessagingServiceSid'), form.get('From')]).toEqual(['MG1', null]);
});

it('the console vendor accepts every message and logs neither number nor text', async () => {
  const lines: ConsoleSmsLine[] = [];
  const consoleSms = createSmsVendor('console', {}, { client, write: (line) => lines.push(line) });
  expect(await consoleSms?.send(sms)).toEqual({
    kind: 'sent',
    vendorMessageId: 'console_msg_1',
    status: 'sent',
  });
  expect(lines).toEqual([{ messageId: 'msg_1', to: '…32', characters: 15 }]);
});
