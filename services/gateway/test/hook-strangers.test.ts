/** What callers of the vendors' hooks cost who are nobody's vendor, and that genuine calls go on beside them. */
import { telnyxSignatureHeaders, twilioSignature } from '@sluice/sink';
import { duringTests } from '@sluice/testing';
import { createHmac } from 'node:crypto';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { openGateway, testSealingKey } from './gateway.js';
import { prepareSms, publicUrl, twilioOf } from './sms-callers.js';

// Each test calls from an address of its own.
const world = duringTests(() => openGateway({ trustedProxies: 1 }));
const webhookSecret = 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQt';
beforeAll(async () => {
  await prepareSms(world);
  const { secrets } = world.stores;
  const sealed = { keys: [testSealingKey], at: new Date() };
  await secrets.setCredentials('alpha', 'docuseal', { apiKey: 'KEY', webhookSecret }, sealed);
  await secrets.setCredentials('alpha', 'retell', { apiKey: 'retell-key' }, sealed);
});

const json = { 'Content-Type': 'application/json' };
const hmac = (key: string, ...parts: readonly string[]) =>
  createHmac('sha256', key).update(parts.join('')).digest('hex');

/** How each vendor signs a call that says nothing, with the right key or another one. */
const signing = {
  twilio: (target: string, right = true) => ({
    'Content-Type': 'application/x-www-form-urlencoded',
    'X-Twilio-Signature': twilioSignature(right ? twilioOf.alpha : 'another', publicUrl + target, {}),
  }),
  telnyx: (_target: string, right = true) => ({
    ...json,
    ...telnyxSignatureHeaders(right ? '{}' : '{"another":1}', new Date()),
  }),
  docuseal: (_target: string, right = true) => {
    const seconds = Math.floor(Date.now() / 1000);
    const digest = hmac(right ? webhookSecret : 'another', `${seconds}.`, '{}');
    return { ...json, 'X-Docuseal-Signature': `${seconds}.${digest}` };
  },
  retell: (_target: string, right = true) => {
    const time = Date.now();
    const digest = hmac(right ? 'retell-key' : 'another', '{}', `${time}`);
    return { ...json, 'X-Retell-Signature': `v=${time},d=${digest}` };
  },
};
type Vendor = keyof typeof signing;
const kinds = { twilio: 'sms', telnyx: 'sms', docuseal: 'documents', retell: 'voice' } as const;
const vendors = Object.keys(signing) as readonly Vendor[];
const hookOf = (vendor: Vendor, tenantId = 'alpha') => `/hooks/${kinds[vendor]}/${vendor}/${tenantId}`;
const bodyOf = (vendor: Vendor) => (vendor === 'twilio' ? '' : '{}');

let addresses = 0;
const newAddress = () => `198.51.100.${(addresses += 1)}`;

/** Sends a whole call and returns its answer. */
async function call(from: string, vendor: Vendor, headers: Record<string, string>, target = hookOf(vendor)) {
  const answer = await fetch(world.url + target, {
    method: 'POST',
    headers: { ...headers, 'X-Forwarded-For': from },
    body: bodyOf(vendor),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const open: ClientRequest[] = [];
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});

/** Sends a call whose body never comes; the status of its answer, or `awaits the body` if there is none soon. */
async function withoutBody(from: string, target: string, headers: Record<string, string> = {}) {
  const request = httpRequest(world.url + target, {
    method: 'POST',
    headers: { ...headers, 'X-Forwarded-For': from, 'Transfer-Encoding': 'chunked' },
  });
  open.push(request);
  request.on('error', () => undefined);
  request.flushHeaders();
  const answered = new Promise<number | undefined>((resolve) => {
    request.once('response', (response) => resolve(response.statusCode));
  });
  return Promise.race([answered, pause(1_500, 'awaits the body' as const)]);
}

const refusedSixtyTimes = async (from: string) => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => call(from, 'twilio', {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
};

describe('a call that cannot be genuine', () => {
  it.concurrent.each<[string, string, Record<string, string>]>([
    ...vendors.map((vendor): [string, string, Record<string, string>] => [
      `of ${vendor} without a signature`,
      hookOf(vendor),
      {},
    ]),
    ['whose signature has another form', hookOf('twilio'), { 'X-Twilio-Signature': 'c2lnbmF0dXJl' }],
    ['that was signed long ago', hookOf('retell'), { 'X-Retell-Signature': `v=1,d=${'a'.repeat(64)}` }],
    ['for what cannot be a tenant', hookOf('telnyx', 'No_Tenant'), signing.telnyx('')],
    ['of what cannot be a vendor', '/hooks/voice/telnyx/alpha', signing.telnyx('')],
    ['that bears a secret of nobody', hookOf('docuseal'), { 'X-Secret': 'whsec_other' }],
  ])('%s is refused before its body is read', async (_what, target, headers) => {
    expect(await withoutBody(newAddress(), target, headers)).toBe(403);
  });

  it.concurrent.each(vendors)(
    'of %s but has the form of one shows by nothing whether its tenant exists',
    async (vendor) => {
      const from = newAddress();
      const awaited = await Promise.all(
        ['alpha', 'beta', 'nobody'].map((tenantId) =>
          withoutBody(from, hookOf(vendor, tenantId), signing[vendor](hookOf(vendor, tenantId), false)),
        ),
      );
      expect(awaited).toEqual(Array(3).fill('awaits the body'));
    },
  );
});

describe('an address of which sixty calls were refused within a minute', () => {
  it('gets 429 without a look at any body, and no other address does', async () => {
    const from = newAddress();
    await refusedSixtyTimes(from);
    for (const vendor of vendors) expect(await withoutBody(from, hookOf(vendor))).toBe(429);
    const { status, headers, text } = await call(from, 'twilio', {});
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(JSON.parse(text)).toMatchObject({ success: false, error: { code: 'RATE_LIMITED' } });
    expect((await call(newAddress(), 'twilio', {})).status).toBe(403);
  });

  it.each(vendors)('gets 429 for a wrong signature of %s and for an unknown tenant too', async (vendor) => {
    const from = newAddress();
    await refusedSixtyTimes(from);
    const [wrong, unknown] = [hookOf(vendor), hookOf(vendor, 'nobody')];
    expect((await call(from, vendor, signing[vendor](wrong, false))).status).toBe(429);
    expect((await call(from, vendor, signing[vendor](unknown), unknown)).status).toBe(429);
  });

  it.each(vendors)('is heard all the same where a call of %s is genuine', async (vendor) => {
    const from = newAddress();
    await refusedSixtyTimes(from);
    expect((await call(from, vendor, signing[vendor](hookOf(vendor)))).status).toBe(200);
  });

  it('is heard all the same where a call bears the secret', async () => {
    const from = newAddress();
    await refusedSixtyTimes(from);
    expect((await call(from, 'docuseal', { ...json, 'X-Secret': webhookSecret })).status).toBe(200);
  });
});

it('calls with wrong signatures and of unknown tenants are counted, and genuine ones are not', async () => {
  const from = newAddress();
  const [ours, nobodys] = [hookOf('retell'), hookOf('retell', 'nobody')];
  const calls = Array.from({ length: 35 }, () => [
    call(from, 'retell', signing.retell(ours)),
    call(from, 'retell', signing.retell(ours, false)),
    call(from, 'retell', signing.retell(nobodys), nobodys),
  ]).flat();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect([200, 403, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([
    35, 60, 10,
  ]);
});

it('bodies of one address that are not yet judged have bounded room, and other addresses have their own', async () => {
  const from = newAddress();
  const target = hookOf('retell');
  const begin = (address: string) => withoutBody(address, target, signing.retell(target, false));
  const begun = await Promise.all(Array.from({ length: 3 }, () => begin(from)));
  expect(begun).toEqual(Array(3).fill('awaits the body'));
  expect(await begin(from)).toBe(503);
  expect(await begin(newAddress())).toBe('awaits the body');
  for (const request of open.splice(0)) request.destroy();
  await pause(200);
  expect(await begin(from)).toBe('awaits the body');
});
