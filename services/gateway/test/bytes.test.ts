/** The bytes of bodies, at every entrance that takes one: read exactly as they were written, or refused. */
import { endpoints } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { aLead, like, openGateway, testSealingKey, type Answered } from './gateway.js';
import { aSupplier } from './suppliers.js';

const authToken = 'token-of-alpha';
const telnyxKeys = generateKeyPairSync('ed25519');

const world = duringTests(openGateway);
let suppliersKey: string;
/** The key of whom an endpoint is open to. */
const keyFor = (endpoint: (typeof endpoints)[number]) =>
  'openTo' in endpoint && endpoint.openTo === 'suppliers' ? { key: suppliersKey } : {};

beforeAll(async () => {
  suppliersKey = (await aSupplier(world)).key;
  const { secrets } = world.stores;
  const sealed = { keys: [testSealingKey], at: new Date() };
  const { x = '' } = telnyxKeys.publicKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url').toString('base64');
  await secrets.setCredentials('alpha', 'twilio', { accountSid: 'AC1', authToken }, sealed);
  await secrets.setCredentials('alpha', 'telnyx', { apiKey: 'KEY', publicKey }, sealed);
});

const placeIn = (path: string) => path.replaceAll(/\{\w+\}/g, 'alpha');
/** Every operation with a body. */
const entrances = endpoints.flatMap((endpoint) =>
  'body' in endpoint && endpoint.body !== undefined
    ? [[`${endpoint.method} ${endpoint.path}`, endpoint.method, placeIn(endpoint.path)] as const]
    : [],
);

const submitPath = '/api/v1/leads/submit';
const ask = (
  method: string,
  path: string,
  raw: Uint8Array,
  contentType = 'application/json',
): Promise<Answered> => world.request(method, path, { raw, headers: { 'Content-Type': contentType } });
const submit = (raw: Uint8Array, contentType?: string) => ask('POST', submitPath, raw, contentType);

const notUtf8 = [400, 'VALIDATION_ERROR', ['body: is not UTF-8']];
const outcome = ({ status, error }: Answered) => [status, error?.code, error?.details];

const name = 'José Núñez 🙂';
const written = (changes: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify(aLead({ firstName: name, ...changes }));
const storedName = async ({ data }: Answered) =>
  (await world.alpha.stores.leads.find((data as { leadId: string }).leadId))?.data.firstName;

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe.each(entrances)('the body of %s', (_name, method, path) => {
  it.each([
    ['Latin-1', Buffer.from('{"name":"José"}', 'latin1')],
    ['half of a pair in UTF-16', Buffer.from([0xff, 0xfe, 0x3d, 0xd8])],
  ])('is refused in place of UTF-8 when it is %s', async (_what, raw) => {
    expect(outcome(await ask(method, path, raw))).toEqual(notUtf8);
  });

  it('is refused when it declares another charset, whatever its bytes are', async () => {
    for (const charset of ['iso-8859-1', '"Windows-1252"', 'UTF-16']) {
      const answered = await ask(method, path, Buffer.from('{}'), `application/json; charset=${charset}`);
      expect([answered.status, answered.error?.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('is read in UTF-8 and in UTF-16 with its mark', async () => {
    // Refused by what it says, so it was read.
    for (const raw of [Buffer.from('\ufeff"é"'), Buffer.from('\ufeff"é"', 'utf16le'), swapped('\ufeff"é"')]) {
      const { status, error } = await ask(method, path, raw, 'application/json; charset="UTF8"');
      expect([status, error?.details]).toEqual([400, ['body: must be an object']]);
    }
  });
});

describe('a submission', () => {
  it.each([
    ['UTF-8', Buffer.from(written()), undefined],
    ['UTF-8 in capitals and quotes', Buffer.from(written()), 'application/json; Charset="UTF-8"'],
    ['UTF-16, high byte first', swapped(`\ufeff${written()}`), undefined],
  ])('in %s is stored with the name as it was written', async (_what, raw, contentType) => {
    const answered = await submit(raw, contentType);
    expect(answered.status).toBe(202);
    expect(await storedName(answered)).toBe(name);
  });

  it('may contain a replacement character that its sender wrote', async () => {
    const answered = await submit(Buffer.from(written({ firstName: 'Jos\ufffd' })));
    expect([answered.status, await storedName(answered)]).toEqual([202, 'Jos\ufffd']);
  });

  it('is judged by its bytes after decompression', async () => {
    const sent = (raw: Buffer) =>
      world.request('POST', submitPath, { raw: gzipSync(raw), headers: { 'Content-Encoding': 'gzip' } });
    expect(outcome(await sent(Buffer.from(written(), 'latin1')))).toEqual(notUtf8);
    expect((await sent(Buffer.from(written()))).status).toBe(202);
  });

  it('that is nothing but a byte order mark is no JSON', async () => {
    expect(outcome(await submit(Buffer.from('\ufeff')))).toEqual([
      ...[400, 'VALIDATION_ERROR'],
      ['body: is not valid JSON'],
    ]);
  });

  it('that is nested more deeply than any stack is refused', async () => {
    const { status } = await submit(Buffer.from(`${'['.repeat(130_000)}${']'.repeat(130_000)}`));
    expect(status).toBe(400);
  });

  it('leaves no claim on its Idempotency-Key when its bytes cannot be read', async () => {
    const headers = { 'Idempotency-Key': 'bytes' };
    const refused = await world.request('POST', submitPath, {
      raw: Buffer.from(written(), 'latin1'),
      headers,
    });
    expect(outcome(refused)).toEqual(notUtf8);
    expect((await world.request('POST', submitPath, { raw: Buffer.from(written()), headers })).status).toBe(
      202,
    );
  });
});

describe('escapes that are not UTF-8', () => {
  const unreadable = ['%E9', 'Ada%E9', '%C3', '%ED%A0%BD', '%FF%FE', '%00', '%zz', '%'];

  it.each(unreadable)('in a list’s query match nothing, or are ignored: %s', async (value) => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { path, operationId } = endpoint;
      for (const parameter of ['search', 'status', 'campaignIds', 'cursor', 'startDate', 'limit', 'active']) {
        const asked = `${placeIn(path)}?${parameter}=${value}&${value}=1`;
        const answered = await world.request('GET', asked, keyFor(endpoint));
        // A report refuses what it does not know, or has no days.
        const isReport = operationId === 'leadReport' || operationId === 'supplierReport';
        expect(isReport ? [400] : [200, 404]).toContain(answered.status);
      }
    }
  });

  it('in a search never widen it to other leads', async () => {
    await world.call('createLead', { body: aLead({ firstName: 'Ren' }) });
    const found = async (search: string) =>
      ((await world.request('GET', `/api/v1/leads?search=${search}`)).data as { leads: unknown[] }).leads
        .length;
    expect([await found('Ren'), await found('Ren%E9'), await found('%E9')]).toEqual([1, 0, 0]);
  });

  it.each(unreadable)('in a path name nothing: %s', async (value) => {
    for (const endpoint of endpoints.filter(({ path }) => path.includes('{'))) {
      const { method, path, examples } = endpoint;
      const body = 'body' in examples ? { body: examples.body } : {};
      const asked = { ...body, ...keyFor(endpoint) };
      const { status } = await world.request(method, path.replaceAll(/\{\w+\}/g, value), asked);
      expect(status).toBe(404);
    }
  });
});

it('escapes that are not UTF-8 break no hook', async () => {
  expect((await world.request('POST', '/hooks/sms/twilio/%E9')).status).toBe(404);
});

const publicUrl = 'http://gateway.example';
const hooks = { twilio: '/hooks/sms/twilio/alpha', telnyx: '/hooks/sms/telnyx/alpha' };

/** A call of Twilio with exactly these bytes, signed over the parameters that it means. */
const twilio = (
  raw: Buffer,
  means: Readonly<Record<string, string>>,
  contentType = 'application/x-www-form-urlencoded',
) => {
  const signed = Object.keys(means)
    .sort()
    .reduce((content, each) => content + each + means[each], publicUrl + hooks.twilio);
  const signature = createHmac('sha1', authToken).update(signed, 'utf8').digest('base64');
  return post(hooks.twilio, raw, { 'Content-Type': contentType, 'X-Twilio-Signature': signature });
};

/** A call of Telnyx with exactly these bytes. */
const telnyx = (raw: Buffer, contentType = 'application/json') => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = sign(null, Buffer.concat([Buffer.from(`${timestamp}|`), raw]), telnyxKeys.privateKey);
  return post(hooks.telnyx, raw, {
    'Content-Type': contentType,
    'telnyx-timestamp': timestamp,
    'telnyx-signature-ed25519': signature.toString('base64'),
  });
};

const post = async (path: string, body: Buffer, headers: Readonly<Record<string, string>>) => {
  const response = await fetch(world.url + path, { method: 'POST', body, headers });
  return { status: response.status, text: await response.text() };
};

let people = 0;
const aPerson = async () => {
  people += 1;
  const phone = `+1415555${4000 + people}`;
  const { data } = await world.call('createLead', { body: aLead({ phone }) });
  const texts = async () => {
    const listed = await world.call('listLeadInteractions', { params: { leadId: data.leadId } });
    return listed.data.interactions.flatMap(({ transcript = [] }) =>
      transcript.map(({ message }) => message),
    );
  };
  return { phone, texts };
};

const inbound = (phone: string, text: string, sid: string) => ({
  MessageSid: sid,
  From: phone,
  To: '+14155550100',
  Body: text,
});
const telnyxInbound = (phone: string, text: string, id: string) =>
  JSON.stringify({
    data: {
      event_type: 'message.received',
      payload: { id, text, from: { phone_number: phone }, to: [{ phone_number: '+14155550100' }] },
    },
  });

describe('a call of Twilio', () => {
  const text = 'Café 🙂?';

  it('is stored as it was written, whichever characters are escaped and with or without a mark', async () => {
    const { phone, texts } = await aPerson();
    const form = (sid: string) => inbound(phone, text, sid);
    const escaped = (sid: string) => new URLSearchParams(form(sid)).toString();
    const sent = [
      twilio(Buffer.from(escaped('A')), form('A')),
      twilio(Buffer.from(escaped('B').replace(/Body=.*/, `Body=${text}`)), form('B')),
      twilio(Buffer.from(`\ufeff${escaped('C')}`), form('C')),
      twilio(Buffer.from(escaped('D')), form('D'), 'application/x-www-form-urlencoded; charset=UTF-8'),
    ];
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await texts()).toEqual([text, text, text, text]);
  });

  it.each([
    ['an escape', 'Body=caf%E9'],
    ['a byte', Buffer.from('Body=café', 'latin1')],
  ])(
    'that is genuine and no UTF-8 because of %s is answered 400, and nothing is stored',
    async (_what, body) => {
      const { phone, texts } = await aPerson();
      const rest = `&MessageSid=E&To=1&From=${encodeURIComponent(phone)}`;
      const raw = Buffer.concat([Buffer.from(body as string), Buffer.from(rest)]);
      // As any reader of forms sees it, Twilio's own library too.
      const answered = await twilio(raw, Object.fromEntries(new URLSearchParams(raw.toString())));
      expect(answered.status).toBe(400);
      expect(JSON.parse(answered.text)).toMatchObject({ error: { details: ['body: is not UTF-8'] } });
      expect(await texts()).toEqual([]);
    },
  );

  it('that is genuine and in another charset is answered 415', async () => {
    const form = inbound('+14155550199', 'x', 'F');
    const latin1 = 'application/x-www-form-urlencoded; charset=ISO-8859-1';
    expect((await twilio(Buffer.from(new URLSearchParams(form).toString()), form, latin1)).status).toBe(415);
  });

  it('that is not genuine is answered 403, whatever its bytes are', async () => {
    const refused = await twilio(
      Buffer.from('Body=%E9&MessageSid=G'),
      { Body: 'x', MessageSid: 'G' },
      'x/y;charset=latin1',
    );
    expect(refused.status).toBe(403);
  });
});

describe('a call of Telnyx', () => {
  it('is judged over its exact bytes, and read with or without a mark', async () => {
    const { phone, texts } = await aPerson();
    const sent = [
      telnyx(Buffer.from(telnyxInbound(phone, 'Café 🙂', 'a'))),
      telnyx(Buffer.from(`\ufeff${telnyxInbound(phone, 'Café 🙂', 'b')}`)),
      telnyx(Buffer.from(`\ufeff${telnyxInbound(phone, 'Café 🙂', 'c')}`, 'utf16le')),
      telnyx(Buffer.from(telnyxInbound(phone, 'caf%E9', 'd')), 'application/json; charset=utf8'),
    ];
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await texts()).sort()).toEqual(['Café 🙂', 'Café 🙂', 'Café 🙂', 'caf%E9']);
  });

  it.each([
    ['Latin-1', (text: string) => Buffer.from(text, 'latin1'), 'body: is not UTF-8'],
    ['cut short', (text: string) => Buffer.from(text.slice(0, -2)), 'body: is not valid JSON'],
    [
      'with half of a character',
      (text: string) => Buffer.from(text.replace('é', '\\ud83d')),
      'text: holds half',
    ],
  ])(
    'that is genuine and %s is answered 400, and logged without what it says',
    async (_what, raw, problem) => {
      const { phone, texts } = await aPerson();
      const answered = await telnyx(raw(telnyxInbound(phone, 'canary é', 'e')));
      expect([answered.status, answered.text]).toEqual([400, like(new RegExp(problem))]);
      expect(await texts()).toEqual([]);
      expect(world.logged).toContainEqual(
        expect.objectContaining({ message: 'sms hook unreadable', tenantId: 'alpha', provider: 'telnyx' }),
      );
      expect(JSON.stringify(world.logged)).not.toMatch(/canary|4155554/);
    },
  );
});
