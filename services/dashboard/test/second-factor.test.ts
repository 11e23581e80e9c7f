/** The second factor over HTTP: what a login asks for, what codes are worth, and how one goes. */
import { adminRemovePersonsSecondFactor } from '@sluice/contracts';
import { appCode, duringTests, eventually, putTenant } from '@sluice/testing';
import { browser, loggedIn, openDashboards, operator, password, type Answered } from './dashboards.js';

const world = duringTests(openDashboards);
const json = { Accept: 'application/json' };
const ME = '/admin/v1/me';

type Person = ReturnType<typeof browser>;
interface Body {
  readonly data: Record<string, unknown> | null;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly string[] };
}

const read = ({ text }: Answered) => JSON.parse(text) as Body;
const session = async (person: Person) => read(await person.get('/session', json)).data;
const change = async (person: Person, path: string, body: Record<string, string> = {}) =>
  person.post(path, body, { 'X-XSRF-TOKEN': await person.token() });
const sendCode = (person: Person, code: string) => person.post('/login/second-factor', { code });
const codeRefused = { status: 401, code: 'UNAUTHORIZED' };
const refusal = (answer: Answered) => ({ status: answer.status, code: read(answer).error?.code });

/** A person who has typed the password. */
async function withPassword(address: string, url = world.url, typed = password) {
  const person = browser(url);
  return { person, answer: await person.login(typed, {}, address) };
}

/** Sets a second factor up in a session, with the present code. */
async function setUp(person: Person) {
  const { data } = read(await change(person, `${ME}/second-factor/set-up`));
  const secret = String(data?.['secret']);
  const confirmed = await change(person, `${ME}/second-factor/confirm`, { code: appCode(secret) });
  expect(confirmed.status).toBe(200);
  return { secret, codes: read(confirmed).data?.['recoveryCodes'] as string[] };
}

/** An operator with a second factor, in a session. */
async function guarded(name: string) {
  const address = `${name}@example.com`;
  const userId = await world.addOperator(address, 'operate');
  const { person } = await withPassword(address);
  return { address, userId, person, ...(await setUp(person)) };
}

/** The entries of the audit about a person, newest first. */
const audited = async (who: string) =>
  (await world.stores.audit.page({ who }, 20)).map(({ action, what }) => action ?? what);
const mails = async (to: string) =>
  (await world.db.collection('effects').find({ 'body.to': to }).toArray()).map(
    ({ trigger }) => trigger as string,
  );

describe('a login', () => {
  it('answers the session that it began, as GET /session does', async () => {
    const { person, answer } = await withPassword(operator);
    expect(read(answer).data).toMatchObject({ who: operator, via: 'password', needsSecondFactor: false });
    expect(read(answer).data).toEqual(await session(person));
  });

  it('with a second factor begins no session until a code is given, and then answers it', async () => {
    const { address, secret } = await guarded('ann');
    const { person, answer } = await withPassword(address, world.second);
    expect([answer.status, read(answer).data]).toEqual([200, { secondFactor: true }]);
    expect([await session(person), person.cookies.has('sluice_session')]).toEqual([null, false]);
    expect((await person.get(ME, json)).status).toBe(401);
    for (const wrong of ['', '123', 'abcde-abcde', appCode(secret, -2_880)])
      expect(refusal(await sendCode(person, wrong))).toEqual(codeRefused);
    // A code is worth nothing in a browser that has not typed the password.
    expect(refusal(await sendCode(browser(world.url), appCode(secret, 1)))).toEqual(codeRefused);
    const begun = await sendCode(person, appCode(secret, 1));
    expect([begun.status, read(begun).data]).toEqual([200, await session(person)]);
    expect(read(begun).data).toMatchObject({ who: address, needsSecondFactor: false });
    expect((await audited(address)).slice(0, 3)).toEqual([
      'login',
      'adminConfirmSecondFactor',
      'adminSetUpSecondFactor',
    ]);
  });
});

describe('a code', () => {
  it('of the app is taken once, also at two processes at once', async () => {
    const { address, secret } = await guarded('bob');
    const twice = [await withPassword(address), await withPassword(address, world.second)];
    const code = appCode(secret, 1);
    const answers = await Promise.all(twice.map(({ person }) => sendCode(person, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { person } = await withPassword(address);
    expect(refusal(await sendCode(person, code))).toEqual(codeRefused);
  });

  it('for recovery is taken once, also at two processes at once, and the audit says so', async () => {
    const { address, codes } = await guarded('cyd');
    const twice = [await withPassword(address), await withPassword(address, world.second)];
    const answers = await Promise.all(twice.map(({ person }) => sendCode(person, codes[4] ?? '')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await audited(address)).slice(0, 2)).toEqual(['login', 'used a recovery code']);
  });

  it('for recovery is void once there are new ones, which need a code', async () => {
    const { address, person, codes } = await guarded('dot');
    const renew = async (code: string) => change(person, `${ME}/second-factor/recovery-codes`, { code });
    expect(read(await renew('000-000')).error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: ['code: is not valid'],
    });
    const renewed = read(await renew(codes[0] ?? '')).data?.['recoveryCodes'] as string[];
    expect(new Set([...renewed, ...codes]).size).toBe(20);
    const elsewhere = (await withPassword(address)).person;
    expect(refusal(await sendCode(elsewhere, codes[1] ?? ''))).toEqual(codeRefused);
    expect((await sendCode(elsewhere, renewed[1] ?? '')).status).toBe(200);
    const entry = (await world.stores.audit.page({ who: address }, 10)).find(({ result }) => result);
    expect(entry).toMatchObject({ action: 'adminRenewRecoveryCodes', result: { recoveryCodesUsed: 1 } });
  });

  it('is not found by trying a thousand, whatever is tried and from however many browsers', async () => {
    const { address, userId, person: inside, secret, codes } = await guarded('eli');
    const factor = () => world.db.collection('identityTwoFactors').findOne({ userId });
    const before = await factor();
    const guessers = await Promise.all(Array.from({ length: 20 }, () => withPassword(address)));
    const tries = Array.from({ length: 1_000 }, (_, n) =>
      n % 2 ? String(n).padStart(6, '0') : `00000-${String(n).padStart(5, '0')}`,
    );
    await Promise.all(
      guessers.map(async ({ person }, index) => {
        for (let n = index; n < tries.length; n += guessers.length) await sendCode(person, tries[n] ?? '');
      }),
    );
    // Now even what is right is not looked at, at the login and on the page of the account.
    for (const code of [appCode(secret, 1), codes[0] ?? ''])
      expect(refusal(await sendCode(guessers[0]!.person, code))).toEqual(codeRefused);
    const renewed = await change(inside, `${ME}/second-factor/recovery-codes`, { code: codes[1] ?? '' });
    expect(refusal(renewed)).toEqual({ status: 429, code: 'RATE_LIMITED' });
    expect([before, await factor()]).toEqual([expect.objectContaining({ userId }), before]);
    // Others are not delayed.
    const { address: other, codes: others } = await guarded('fay');
    const { person } = await withPassword(other);
    expect((await sendCode(person, others[0] ?? '')).status).toBe(200);
  }, 180_000);
});

describe('a second factor is turned off', () => {
  const removal = (personId: string) => adminRemovePersonsSecondFactor.path.replace('{personId}', personId);

  it('by its holder with password and code, neither alone; a mail says so', async () => {
    const { address, person, codes } = await guarded('gus');
    const remove = async (sent: Record<string, string>) => change(person, `${ME}/second-factor/remove`, sent);
    expect(read(await remove({ password: 'another-one-77', code: codes[0] ?? '' })).error?.details).toEqual([
      'password: is not your password',
    ]);
    expect(read(await remove({ password, code: '123456' })).error?.details).toEqual(['code: is not valid']);
    expect((await remove({ password })).status).toBe(400);
    expect(await mails(address)).toEqual([]);
    expect((await remove({ password, code: codes[0] ?? '' })).status).toBe(200);
    expect(await mails(address)).toEqual(['second_factor_removed']);
    expect(read((await withPassword(address)).answer).data).toMatchObject({ who: address });
    expect((await audited(address)).filter((what) => what === 'adminRemoveSecondFactor')).toHaveLength(3);
  });

  it('by an administrator of the installation, never by an owner; it is audited, and a mail says so', async () => {
    const { address, userId } = await guarded('hal');
    await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings: {} });
    const { clock, forTenant, invitations } = world.stores;
    await forTenant('alpha').members.add({
      ...{ userId, address, role: 'manager', via: 'password', createdAt: clock.now(), createdBy: operator },
    });
    const invited = { address: 'owner@example.com', role: 'owner', createdBy: operator } as const;
    const { token } = await invitations.invite('alpha', invited, clock.now());
    const owner = browser(world.url);
    await owner.post('/invitation/accept', { token, name: 'Owner', password });
    expect(refusal(await change(owner, removal(userId)))).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(read((await withPassword(address)).answer).data).toEqual({ secondFactor: true });

    const { person } = await loggedIn(world.url);
    expect((await change(person, removal(address))).status).toBe(200);
    expect(read((await withPassword(address)).answer).data).toMatchObject({ who: address });
    expect(await mails(address)).toEqual(['second_factor_removed']);
    const [entry] = await world.stores.audit.page({ who: operator }, 1);
    expect(entry).toMatchObject({ action: 'adminRemovePersonsSecondFactor', result: { personId: userId } });
    expect(JSON.stringify(entry)).not.toContain(address);
    for (const nobody of [userId, 'nobody'])
      expect(refusal(await change(person, removal(nobody)))).toEqual({ status: 404, code: 'NOT_FOUND' });
    // Their own needs password and code, as everybody's.
    for (const own of [operator, String((await session(person))?.['personId'])])
      expect(refusal(await change(person, removal(own)))).toEqual({ status: 409, code: 'INVALID_STATE' });
  });
});

describe('one’s own account', () => {
  it.concurrent('gets a new password with the present one, which ends all other sessions; a mail says so', async () => {
    const address = 'ivy@example.com';
    await world.addOperator(address, 'view');
    const [{ person }, { person: elsewhere }] = [
      await withPassword(address),
      await withPassword(address, world.second),
    ];
    // Each has its mail, also where the caller says it were one request.
    const headers = { 'X-XSRF-TOKEN': await person.token(), 'X-Request-Id': 'one-request' };
    const set = async (current: string, next: string) =>
      person.post(`${ME}/password`, { current, password: next }, headers);
    expect(read(await set('another-one-77', 'loud-otter-3311')).error?.details).toEqual([
      'current: is not your password',
    ]);
    for (const weak of ['short-one-1', 'password1234', address, 'x1-'.repeat(43)])
      expect(read(await set(password, weak)).error?.details?.[0]).toMatch(/^password: /);
    expect([await mails(address), await session(elsewhere)]).toEqual([[], expect.anything()]);
    expect((await set(password, 'loud-otter-3311')).status).toBe(200);
    await eventually('the other session to end', async () => (await session(elsewhere)) === null, 30_000);
    expect(await session(person)).toMatchObject({ who: address });
    expect(await mails(address)).toEqual(['password_changed']);
    expect((await withPassword(address)).answer.status).toBe(401);
    expect((await withPassword(address, world.url, 'loud-otter-3311')).answer.status).toBe(200);
    expect((await set('loud-otter-3311', password)).status).toBe(200);
    expect(await mails(address)).toEqual(['password_changed', 'password_changed']);
  });

  it.concurrent('lists its devices, the one that asks marked, and logs out another one, but nobody else’s', async () => {
    const address = 'jon@example.com';
    await world.addOperator(address, 'view');
    const { person } = await withPassword(address);
    const elsewhere = browser(world.second);
    await elsewhere.login(password, { 'User-Agent': 'a phone' }, address);
    const { devices } = read(await person.get(`${ME}/devices`, json)).data as {
      devices: {
        deviceId: string;
        isThis: boolean;
        userAgent: string;
        address: string;
        lastUsedAt: string;
      }[];
    };
    expect(devices.map(({ isThis, userAgent }) => [isThis, userAgent])).toEqual([
      [false, 'a phone'],
      [true, 'node'],
    ]);
    expect(devices[0]).toMatchObject({
      address: '127.0.0.1',
      lastUsedAt: expect.stringMatching(/Z$/) as string,
    });
    const logOut = (by: Person) => change(by, `${ME}/devices/${devices[0]?.deviceId}/log-out`);
    const { person: stranger } = await loggedIn(world.url);
    expect(refusal(await logOut(stranger))).toEqual({ status: 404, code: 'NOT_FOUND' });
    expect(await session(elsewhere)).not.toBeNull();
    expect((await logOut(person)).status).toBe(200);
    await eventually('the phone to be logged out', async () => (await session(elsewhere)) === null, 30_000);
    expect(await session(person)).toMatchObject({ who: address });
    expect((await audited(address))[0]).toBe('adminLogOutDevice');
  });

  it('is another name on pages, never in the audit, which holds no code, key or password', async () => {
    const { address, person, secret, codes } = await guarded('kim');
    expect((await change(person, `${ME}/name`, { name: '  Kim Doe ' })).status).toBe(200);
    expect(await session(person)).toMatchObject({ name: 'Kim Doe', who: address });
    const entries = JSON.stringify(await world.stores.audit.page({}, 200));
    for (const word of [secret, password, ...codes]) expect(entries).not.toContain(word);
    expect(entries).not.toContain('Kim Doe');
  });
});
