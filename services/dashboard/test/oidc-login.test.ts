/** Logging in to the dashboard with an OpenID provider, and which callbacks prove nothing. */
import { duringTests, freePort } from '@sluice/testing';
import { rolesOfGroups } from '../src/login/outside/roles-of-groups.js';
import { openIssuer, type LoopbackIssuer } from './loopback-issuer.js';
import { browser, openDashboards, password, type Dashboards } from './dashboards.js';

const json = { Accept: 'application/json' };
const roles = rolesOfGroups('sluice-admins=administer,support=operate') ?? new Map();
const ada = { sub: '17', preferred_username: 'Ada', groups: ['support', 'staff'] };

const issuer = duringTests(() => openIssuer('sluice', 'a-secret'));
const world = duringTests(openDashboards);
let url: string;
let settings: Parameters<Dashboards['more']>[0]['oidc'];
beforeAll(async () => {
  const port = await freePort();
  settings = {
    issuer: issuer.url,
    clientId: 'sluice',
    clientSecret: 'a-secret',
    scopes: 'openid profile',
    nameClaim: 'preferred_username',
    groupsClaim: 'groups',
    roles,
    dashboardUrl: `http://127.0.0.1:${port}`,
  };
  url = await world.more({ oidc: settings }, { port });
});
beforeEach(() => {
  Object.assign(issuer, { person: ada, userInfo: {}, spoiled: {} });
});

type Person = ReturnType<typeof browser>;

/** Sends a browser to the provider; returns the address that the provider redirects it back to. */
async function beginLogin(person: Person, back = '/'): Promise<string> {
  const begun = await person.get(`/login/oidc?${new URLSearchParams({ back }).toString()}`);
  const there = await fetch(begun.headers.get('Location') ?? '', { redirect: 'manual' });
  const { pathname, search } = new URL(there.headers.get('Location') ?? '');
  return pathname + search;
}

async function whoIs(person: Person) {
  const { text } = await person.get('/session', json);
  return (JSON.parse(text) as { data: { name: string; who: string; role: string; via: string } | null }).data;
}

/** Logs in; returns why the login was refused, if it was. */
async function login(person: Person): Promise<string | undefined> {
  const answered = await person.get(await beginLogin(person));
  return /refused=(\w+)/.exec(answered.headers.get('Location') ?? '')?.[1];
}

describe('logging in with an OpenID provider', () => {
  it('asks the provider for a code with a proof key, and binds state and nonce to the browser', async () => {
    const person = browser(url);
    const begun = await person.get('/login/oidc?back=/audit');
    const asked = new URL(begun.headers.get('Location') ?? '').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'sluice',
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      redirect_uri: `${url}/login/oidc/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/);
    expect(begun.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sluice_login=[^;]+; Path=\/login; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
  });

  it('begins a session of the person in the highest role of the groups, and names the person in the audit', async () => {
    const person = browser(url);
    const { status, text, headers } = await person.get(await beginLogin(person, '/audit?tenant=demo'));
    expect([status, text]).toEqual([200, expect.stringContaining('content="0; url=/audit?tenant=demo"')]);
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^sluice_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/),
    );
    expect(await whoIs(person)).toMatchObject({ name: 'ada', role: 'operate', via: 'oidc' });
    const token = await person.token();
    await person.post('/admin/v1/queues/sms/resume', {}, { 'X-XSRF-TOKEN': token });
    const [change, entered] = await world.stores.audit.page({}, 2);
    expect(change).toMatchObject({ who: 'ada', what: 'POST /admin/v1/queues/sms/resume' });
    expect(entered).toMatchObject({ who: 'ada', what: 'login by oidc', outcome: 'done' });
    expect((await world.stores.operators.find('ada@outside.invalid'))?.lastSeenAt).toBeInstanceOf(Date);
  });

  it('assigns the role of the groups at each login, and ends sessions with another role', async () => {
    const before = browser(url);
    await login(before);
    issuer.person = { ...ada, groups: ['sluice-admins'] };
    const after = browser(url);
    expect(await login(after)).toBeUndefined();
    expect(await whoIs(after)).toMatchObject({ name: 'ada', role: 'administer' });
    expect(await whoIs(before)).toBeNull();
  });

  it('finds groups that only the userinfo endpoint returns, and groups nested in another claim', async () => {
    const { groups, ...named } = ada;
    Object.assign(issuer, { person: named, userInfo: { groups } });
    const person = browser(url);
    expect(await login(person)).toBeUndefined();
    expect(await whoIs(person)).toMatchObject({ role: 'operate' });

    const port = await freePort();
    const within = await world.more(
      {
        oidc: {
          ...(settings as NonNullable<typeof settings>),
          groupsClaim: 'realm_access.roles',
          dashboardUrl: `http://127.0.0.1:${port}`,
        },
      },
      { port },
    );
    issuer.person = { ...named, realm_access: { roles: ['sluice-admins'] } };
    const other = browser(within);
    expect(await login(other)).toBeUndefined();
    expect(await whoIs(other)).toMatchObject({ role: 'administer' });
  });

  it('begun at one dashboard is finished at another, which has just started', async () => {
    const person = browser(url);
    const back = await beginLogin(person);
    const oidc = settings as NonNullable<typeof settings>;
    const elsewhere = browser(await world.more({ oidc }, {}));
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
    const { status } = await elsewhere.get(back);
    expect([status, await whoIs(elsewhere)]).toEqual([200, expect.objectContaining({ role: 'operate' })]);
  });

  it('gives the person the address that the provider has verified, and no other', async () => {
    for (const [sub, email, verified, address] of [
      ['31', 'Rea@Example.com', true, 'rea@example.com'],
      ['32', 'root@example.com', false, 'rea-32@outside.invalid'],
      ['33', 'root@example.com', undefined, 'rea-33@outside.invalid'],
    ] as const) {
      const rea = { ...ada, sub, preferred_username: `rea-${sub}` };
      issuer.person = { ...rea, email, email_verified: verified };
      expect(await login(browser(url))).toBeUndefined();
      expect(await world.stores.operators.find(address)).toMatchObject({ via: 'oidc' });
    }
  });

  it('at a dashboard for tenants takes no role that groups gave, and no account', async () => {
    issuer.person = { ...ada, sub: '35', preferred_username: 'lea' };
    expect(await login(browser(url))).toBeUndefined();
    const { operators } = world.stores;
    const lea = await operators.find('lea@outside.invalid');
    const port = await freePort();
    const oidc = {
      ...(settings as NonNullable<typeof settings>),
      roles: new Map(),
      dashboardUrl: `http://127.0.0.1:${port}`,
    };
    const tenants = await world.more({ oidc }, { port, forTenants: true });
    const there = browser(tenants);
    await there.get(await beginLogin(there));
    expect(await operators.find('lea@outside.invalid')).toMatchObject({
      ...lea,
      lastSeenAt: expect.any(Date) as Date,
    });
    expect(await whoIs(there)).toMatchObject({ name: 'lea', role: null });
    await operators.remove(lea?.userId ?? '');
    // Nor does the account of somebody who has no place go there.
    const refused = await there.get(await beginLogin(there));
    expect(refused.headers.get('Location')).toBe('/login?refused=no_role');
    expect(await world.accounts.isKnown('lea@outside.invalid')).toBe(true);
  });

  it('leads back only to a page of this dashboard', async () => {
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const person = browser(url);
      const { text } = await person.get(await beginLogin(person, back));
      expect([back, text]).toEqual([back, expect.stringContaining('content="0; url=/"')]);
    }
    const person = browser(url);
    const { text } = await person.get(await beginLogin(person, '/.//evil.example'));
    expect(text).toContain('content="0; url=/evil.example"');
  });
});

describe('connecting an account with the OpenID provider', () => {
  const may = {
    ...ada,
    sub: '40',
    preferred_username: 'may',
    email: 'may@example.com',
    email_verified: true,
    groups: [],
  };
  /** Begins it in the session of a browser; returns the address to which the provider sends the browser back. */
  const begin = async (person: Person, token?: string) => {
    const headers = { 'X-XSRF-TOKEN': token ?? (await person.token()) };
    const begun = await person.post('/login/oidc/connect', { back: '/account' }, headers);
    if (begun.status !== 200) return begun.status;
    const { data } = JSON.parse(begun.text) as { data: { url: string } };
    const there = await fetch(data.url, { redirect: 'manual' });
    const { pathname, search } = new URL(there.headers.get('Location') ?? '');
    return pathname + search;
  };
  const connected = async (person: Person) => {
    const { text } = await person.get(String(await begin(person)));
    return /url=([^"]*)"/.exec(text)?.[1];
  };
  const withPassword = async (email: string) => {
    const person = browser(url);
    await person.login(password, {}, email);
    return person;
  };

  it('lets its person log in there with the places of the account, from then on', async () => {
    await world.addOperator('may@example.com', 'operate');
    issuer.person = may;
    expect(await login(browser(url))).toBe('address_taken');
    expect(await connected(await withPassword('may@example.com'))).toBe('/account');
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      who: 'may@example.com',
      what: expect.stringMatching(/^connected 127/) as string,
    });
    const person = browser(url);
    expect(await login(person)).toBeUndefined();
    expect(await whoIs(person)).toMatchObject({ who: 'may@example.com', role: 'operate', via: 'oidc' });
    // Nobody else gets the connected identity.
    await world.addOperator('jon@example.com', 'view');
    expect(await connected(await withPassword('jon@example.com'))).toBe('/account?refused=other_account');
  });

  it('needs a session begun with a password, its token, the same browser, and the session at its end', async () => {
    issuer.person = { ...may, sub: '41' };
    await world.addOperator('kit@example.com', 'view');
    const person = await withPassword('kit@example.com');
    expect(await begin(person, 'another')).toBe(403);
    expect(await begin(browser(url), 'none')).toBe(401);
    const outsider = browser(url);
    issuer.person = ada;
    await login(outsider);
    expect(await begin(outsider)).toBe(409);

    issuer.person = { ...may, sub: '41' };
    const callback = String(await begin(person));
    const thief = await withPassword('jon@example.com');
    expect((await thief.get(callback)).headers.get('Location')).toBe('/login?refused=other_browser');
    await person.post('/logout', {}, { 'X-XSRF-TOKEN': await person.token() });
    expect((await person.get(callback)).headers.get('Location')).toBe('/login?refused=session_over');
    expect(await login(browser(url))).toBe('address_taken');
  });
});

describe('a login with an OpenID provider is refused', () => {
  const refused = async (person: Person, because: string) => {
    expect(await login(person)).toBe(because);
    expect(await whoIs(person)).toBeNull();
  };

  it('with a state that is not this browser’s', async () => {
    const person = browser(url);
    const callback = await beginLogin(person);
    const answered = await person.get(callback.replace(/state=[^&]*/, 'state=another'));
    expect(answered.headers.get('Location')).toBe('/login?refused=not_proven');
    expect(await whoIs(person)).toBeNull();
  });

  it('in another browser than the one that began it, and when it is used again', async () => {
    const [person, thief] = [browser(url), browser(url)];
    const callback = await beginLogin(person);
    const asked = issuer.asked();
    expect((await thief.get(callback)).headers.get('Location')).toBe('/login?refused=other_browser');
    expect(issuer.asked()).toBe(asked);
    thief.cookies.set('sluice_login', `${person.cookies.get('sluice_login')}x`);
    expect((await thief.get(callback)).headers.get('Location')).toBe('/login?refused=other_browser');

    const kept = person.cookies.get('sluice_login') ?? '';
    expect((await person.get(callback)).status).toBe(200);
    person.cookies.set('sluice_login', kept);
    expect((await person.get(callback)).headers.get('Location')).toBe('/login?refused=not_proven');
  });

  it.each<[string, LoopbackIssuer['spoiled']]>([
    ['of another login', { claims: { nonce: 'another' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3600 } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://another.example' } }],
    ['that the provider did not sign', { byAnotherKey: true }],
  ])('with a token %s', async (_what, spoiled) => {
    issuer.spoiled = spoiled;
    await refused(browser(url), 'not_proven');
    issuer.spoiled = {};
    expect(await login(browser(url))).toBeUndefined();
  });

  it('when none of the groups has a role, even if the person had one before', async () => {
    for (const groups of [['staff'], [], 'staff', undefined]) {
      issuer.person = { ...ada, groups };
      await refused(browser(url), 'no_role');
    }
  });

  it('when the name is missing or invalid, or the address another person’s', async () => {
    issuer.person = { ...ada, preferred_username: undefined };
    await refused(browser(url), 'no_name');
    issuer.person = { ...ada, preferred_username: '<script>' };
    await refused(browser(url), 'no_name');
    const { operators } = world.stores;
    await world.addOperator('grace@example.com', 'administer');
    const grace = { ...ada, sub: '18', preferred_username: 'Grace', groups: ['support'] };
    issuer.person = { ...grace, email: 'Grace@example.com', email_verified: true };
    await refused(browser(url), 'address_taken');
    expect(await operators.find('grace@example.com')).toMatchObject({ role: 'administer', via: 'password' });
    // Two people of the same name, neither of whom has an address.
    issuer.person = grace;
    expect(await login(browser(url))).toBeUndefined();
    issuer.person = { ...grace, sub: '20' };
    await refused(browser(url), 'address_taken');
  });

  it('when an administrator has disabled the person, whatever the groups are', async () => {
    const { operators, clock } = world.stores;
    const before = browser(url);
    issuer.person = { ...ada, sub: '19', preferred_username: 'ivy', groups: ['support'] };
    expect(await login(before)).toBeUndefined();
    const ivy = (await operators.find('ivy@outside.invalid'))?.userId ?? '';
    await operators.disable(ivy, clock.now());
    issuer.person = { ...issuer.person, groups: ['sluice-admins'] };
    await refused(browser(url), 'disabled');
    await operators.enable(ivy);
    expect(await login(browser(url))).toBeUndefined();
  });

  it('when the provider refuses or is unavailable, while the password still works', async () => {
    const person = browser(url);
    const callback = await beginLogin(person);
    const denied = callback.replace(/code=[^&]*/, 'error=access_denied');
    expect((await person.get(denied)).headers.get('Location')).toBe('/login?refused=provider_refused');

    const port = await freePort();
    const dashboardUrl = `http://127.0.0.1:${port}`;
    const gone = {
      ...(settings as NonNullable<typeof settings>),
      issuer: 'http://127.0.0.1:9',
      dashboardUrl,
    };
    const alone = await world.more({ oidc: gone }, { port });
    const { headers } = await browser(alone).get('/login/oidc');
    expect(headers.get('Location')).toBe('/login?refused=provider_away');
    expect((await browser(alone).login(password)).status).toBe(200);
  });

  it('after ten failed attempts in a row, without a request to the provider', async () => {
    const guesser = browser(url);
    const tries: (string | null)[] = [];
    for (let n = 0; n < 11; n += 1) {
      const callback = await beginLogin(guesser);
      const { headers } = await guesser.get(callback.replace(/code=[^&]*/, 'code=guessed'));
      tries.push(headers.get('Location'));
    }
    expect(tries.at(0)).toBe('/login?refused=not_proven');
    expect(tries.at(-1)).toBe('/login?refused=too_many');
  });
});
