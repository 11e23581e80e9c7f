/** A second factor that an installation or a tenant requires: until there is one, nothing but setting it up. */
import { adminEndpoints, adminStreams, adminWatchTenantNow } from '@sluice/contracts';
import type { Member } from '@sluice/store';
import { appCode, duringTests, eventually, putTenant, watchEvents } from '@sluice/testing';
import { browser, openDashboards, operator, password, type Answered } from './dashboards.js';
import { openIssuer } from './loopback-issuer.js';

const world = duringTests(openDashboards);
const issuer = duringTests(() => openIssuer('sluice', 'a-secret'));
const json = { Accept: 'application/json' };
const ME = '/admin/v1/me';
const within = 30_000;
/** A dashboard of an installation that requires it of operators, and accepts people of a provider. */
let strict = '';
beforeAll(async () => {
  for (const [tenantId, requireSecondFactor] of [
    ['strict', true],
    ['free', false],
    ['later', false],
  ] as const)
    await putTenant(world.stores.tenants, {
      tenantId,
      name: tenantId,
      settings: { people: { requireSecondFactor } },
    });
  const oidc = {
    ...{ issuer: issuer.url, clientId: 'sluice', clientSecret: 'a-secret', scopes: 'openid' },
    ...{ nameClaim: 'preferred_username', groupsClaim: 'groups', roles: new Map() },
    dashboardUrl: 'http://127.0.0.1',
  };
  strict = await world.more({ oidc }, { operatorsNeedSecondFactor: true });
});

type Person = ReturnType<typeof browser>;
const read = ({ text }: Answered) => JSON.parse(text) as { data: Record<string, unknown> | null };
const session = async (person: Person) => read(await person.get('/session', json)).data;
const needs = async (person: Person) => (await session(person))?.['needsSecondFactor'];
const change = async (person: Person, path: string, body: Record<string, string> = {}) =>
  person.post(path, body, { 'X-XSRF-TOKEN': await person.token() });

async function member(name: string, tenantId: string, role: Member['role'] = 'manager', url = world.url) {
  const invited = { address: `${name}@example.com`, role, createdBy: operator };
  const { token } = await world.stores.invitations.invite(tenantId, invited, world.stores.clock.now());
  const person = browser(url);
  expect((await person.post('/invitation/accept', { token, name, password })).status).toBe(200);
  return person;
}

async function setUp(person: Person): Promise<void> {
  const begun = read(await change(person, `${ME}/second-factor/set-up`)).data;
  const code = appCode(String(begun?.['secret']));
  expect((await change(person, `${ME}/second-factor/confirm`, { code })).status).toBe(200);
}

const watch = (person: Person, tenantId: string) =>
  watchEvents(world.url + adminWatchTenantNow.path.replace('{tenantId}', tenantId), {
    Cookie: [...person.cookies].map((pair) => pair.join('=')).join('; '),
  });

describe('whoever has to set up a second factor first', () => {
  it('is refused every operation and stream but those that set it up, and every page is the one that does', async () => {
    const person = await member('ann', 'strict', 'owner');
    const token = await person.token();
    const answered = new Map<string, number>();
    const before: string[] = [];
    for (const { operationId, method, path, beforeSecondFactor } of [...adminEndpoints, ...adminStreams]) {
      if (beforeSecondFactor) before.push(operationId);
      else {
        const address = path.replace('{tenantId}', 'strict').replaceAll(/\{\w+\}/g, 'x');
        const headers = { ...json, 'X-XSRF-TOKEN': token };
        const { status } = await person.send(method, address, headers);
        answered.set(operationId, status);
      }
    }
    expect(before.sort()).toEqual(['adminConfirmSecondFactor', 'adminGetMe', 'adminSetUpSecondFactor']);
    expect([...answered].filter(([, status]) => status !== 403)).toEqual([]);
    expect(answered.size).toBeGreaterThan(90);
    const webApp = (await browser(world.url).get('/login')).text;
    for (const path of ['/board/', '/docs/', '/leads']) {
      const page = await person.get(path);
      expect([path, page.status, page.text]).toEqual([path, 200, webApp]);
      expect([path, (await person.get(path, json)).status]).toEqual([path, 403]);
    }
    expect(await session(person)).toMatchObject({ needsSecondFactor: true });
  });

  it('goes on at once with it, at other processes too, and then has a code asked at the login', async () => {
    const person = await member('bob', 'strict');
    const elsewhere = browser(world.second);
    await elsewhere.login(password, {}, 'bob@example.com');
    expect([await needs(person), await needs(elsewhere)]).toEqual([true, true]);
    await setUp(person);
    expect([await needs(person), await needs(elsewhere)]).toEqual([false, false]);
    expect((await elsewhere.get('/admin/v1/tenants/strict', json)).status).toBe(200);
    expect(read(await browser(world.url).login(password, {}, 'bob@example.com')).data).toEqual({
      secondFactor: true,
    });
  });

  it('neither accepts an invitation nor connects a provider meanwhile, which would be a way around it', async () => {
    const person = await member('cyd', 'strict', 'manager', strict);
    const { clock, invitations } = world.stores;
    const invited = { address: 'cyd@example.com', role: 'manager', createdBy: operator } as const;
    const { token } = await invitations.invite('free', invited, clock.now());
    expect((await change(person, '/invitation/accept', { token })).status).toBe(403);
    expect((await change(person, '/login/oidc/connect', { back: '/account' })).status).toBe(409);
    await setUp(person);
    expect((await change(person, '/invitation/accept', { token })).status).toBe(200);
    expect((await change(person, '/login/oidc/connect', { back: '/account' })).status).toBe(200);
  });
});

describe('a second factor is required', () => {
  it('of the people of a tenant that says so, not of others, and of whoever is there already within seconds', async () => {
    expect(await needs(await member('dot', 'free'))).toBe(false);
    const person = await member('eli', 'later');
    const stream = await watch(person, 'later');
    await eventually('the stream to begin', () => stream.pieces() > 0);
    const settings = { people: { requireSecondFactor: true } };
    await putTenant(world.stores.tenants, { tenantId: 'later', name: 'later', settings });
    await eventually('the open session to need it', async () => (await needs(person)) === true, within);
    await eventually('the open stream to end', stream.hasEnded, within);
  }, 90_000);

  it('of operators where the installation says so, and guards passwords only', async () => {
    await world.addOperator('fay@example.com', 'view');
    const [there, here] = [browser(strict), browser(world.url)];
    for (const person of [there, here]) await person.login(password, {}, 'fay@example.com');
    expect([await needs(there), await needs(here)]).toEqual([true, false]);
    expect((await there.get('/admin/v1/now', json)).status).toBe(403);
    const outside = { via: 'oidc', subject: 'x 1', name: 'gus', role: 'view' } as const;
    const login = await world.accounts.logInOutside(outside, { address: '', userAgent: '' });
    const gus = browser(strict);
    const [cookie = ''] = world.sessions
      .cookieOf(login.kind === 'begun' ? login.begun.token : '', false)
      .split(';');
    gus.cookies.set('sluice_session', cookie.slice('sluice_session='.length));
    expect(await session(gus)).toMatchObject({ via: 'oidc', needsSecondFactor: false });
  });
});
