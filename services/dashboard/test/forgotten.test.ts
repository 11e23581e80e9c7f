/** Forgotten passwords, over HTTP: the link that is mailed, and what an answer must not say. */
import { duringTests, eventually, testEncryptionKey } from '@sluice/testing';
import { sealingKey, unseal, type Stores } from '@sluice/store';
import { browser, openDashboards, password } from './dashboards.js';

const dashboardUrl = 'https://dashboard.example/';
const world = duringTests(openDashboards);
let url: string;
beforeAll(async () => {
  url = await world.more({}, { dashboardUrl });
});

const forgot = (email: string, at = url) => browser(at).post('/password/forgot', { email });

/** The mails that were planned to an address, oldest first. */
async function mailsTo(to: string, mail = 'password_reset') {
  const found = await world.db.collection('effects').find({ 'body.to': to, trigger: mail }).toArray();
  return found.map(({ _id, body }) => ({ id: String(_id), link: (body as { link?: never }).link }));
}
const planned = (to: string, many = 1, mail?: string) =>
  eventually(
    `${many} mails to ${to}`,
    async () => {
      const mails = await mailsTo(to, mail);
      return mails.length === many ? mails : undefined;
    },
    30_000,
  );

it('a forgotten password gets a link by mail, with which a new one is set, once', async () => {
  await world.addOperator('ann@example.com', 'view');
  expect((await browser(url).get('/password/forgot')).status).toBe(200);
  expect((await forgot(' Ann@Example.com ')).status).toBe(200);
  const [mail] = await planned('ann@example.com');
  expect(mail?.id).toMatch(/^_installation\/password_reset\./);
  const link = unseal(mail!.link!, [sealingKey(testEncryptionKey)]);
  const [page, token = ''] = link.split('#');
  expect(page).toBe('https://dashboard.example/password/reset');
  const kept = JSON.stringify(await world.db.collection('identityVerifications').find().toArray());
  expect(kept).not.toContain(token);

  const other = 'loud-otter-3311';
  const reset = () => browser(url).post('/password/reset', { token, password: other });
  expect((await reset()).status).toBe(200);
  expect(await planned('ann@example.com', 1, 'password_changed')).toMatchObject([{ link: undefined }]);
  expect((await reset()).status).toBe(400);
  expect((await browser(url).login(password, {}, 'ann@example.com')).status).toBe(401);
  expect((await browser(url).login(other, {}, 'ann@example.com')).status).toBe(200);
});

it('is answered alike for an account, none, one without a password, and what is no address', async () => {
  await world.addOperator('bea@example.com', 'view');
  const outside = { _id: 'cat', email: 'cat@example.com', name: 'Cat', emailVerified: true };
  await world.db.collection('identityUsers').insertOne(outside as never);
  const answers = await Promise.all(
    ['bea@example.com', 'nobody@example.com', 'cat@example.com', 'ada', ''].map((email) => forgot(email)),
  );
  const shown = answers.map(({ status, text, headers }) => ({
    ...{ status, text },
    headers: [...headers].filter(([name]) => name !== 'date'),
  }));
  for (const each of shown) expect(each).toEqual(shown[0]);
  expect(shown[0]).toMatchObject({ status: 200, text: '{"success":true}' });
  await planned('bea@example.com');
  expect(await mailsTo('nobody@example.com')).toEqual([]);
  expect(await mailsTo('cat@example.com')).toEqual([]);
});

it('is answered before what only a known address makes necessary, so that the time says nothing either', async () => {
  await world.addOperator('hal@example.com', 'view');
  let release = (): void => undefined;
  const answered = new Promise<void>((resolve) => (release = resolve));
  const forTenant = (tenantId: string) => {
    const { effects, ...of } = world.stores.forTenant(tenantId);
    const plan = async (...planned: Parameters<typeof effects.plan>) => {
      await answered;
      return effects.plan(...planned);
    };
    return { ...of, effects: { plan } };
  };
  const slow = { ...world.stores, forTenant } as unknown as Stores;
  const at = await world.moreOn(slow, { dashboardUrl });
  expect((await forgot('hal@example.com', at)).status).toBe(200);
  release();
  await planned('hal@example.com');
});

it('a fourth link within an hour is not sent, and the answer is the same', async () => {
  await world.addOperator('dot@example.com', 'view');
  await world.addOperator('eve@example.com', 'view');
  for (let n = 1; n <= 3; n += 1) {
    expect((await forgot('dot@example.com')).status).toBe(200);
    await planned('dot@example.com', n);
  }
  const { status, text } = await forgot('dot@example.com');
  expect([status, text]).toEqual([200, '{"success":true}']);
  // Another person's link is made after it would have been.
  await forgot('eve@example.com');
  await planned('eve@example.com');
  expect(await mailsTo('dot@example.com')).toHaveLength(3);
});

it('no link is sent for a page of another site, nor where the dashboard does not know its own address', async () => {
  await world.addOperator('fay@example.com', 'view');
  await world.addOperator('gus@example.com', 'view');
  const foreign = { 'Sec-Fetch-Site': 'cross-site' };
  const refused = await browser(url).post('/password/forgot', { email: 'fay@example.com' }, foreign);
  expect(refused.status).toBe(403);
  // A link that began with the address of the request would lead wherever its sender says.
  expect((await forgot('fay@example.com', world.url)).status).toBe(200);
  await forgot('gus@example.com');
  await planned('gus@example.com');
  expect(await mailsTo('fay@example.com')).toEqual([]);
});

it('while MongoDB is away, whoever asks is told that no mail can be sent', async () => {
  const { status, text } = await forgot('ann@example.com', world.withoutDatabase);
  expect([status, (JSON.parse(text) as { error: { code: string } }).error.code]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
  ]);
});
