/** Logging in to the dashboard as the person whom a proxy names, and which proxies are trusted. */
import { duringTests } from '@sluice/testing';
import type { ProxySettings } from '../src/login/outside/outside-config.js';
import { rolesOfGroups } from '../src/login/outside/roles-of-groups.js';
import { browser, openDashboards, operator } from './dashboards.js';

const json = { Accept: 'application/json' };
const settings: ProxySettings = {
  from: ['127.0.0.1'],
  userHeader: 'remote-user',
  groupsHeader: 'remote-groups',
  emailHeader: 'remote-email',
  roles: rolesOfGroups('sluice-admins=administer,support=operate') ?? new Map(),
};
const ada = { 'Remote-User': 'Ada', 'Remote-Groups': 'staff,support' };

const world = duringTests(openDashboards);
let url: string;
beforeAll(async () => {
  url = await world.more({ proxy: settings }, { trustedProxies: ['127.0.0.0/8'] });
});

type Person = ReturnType<typeof browser>;
async function whoIs(person: Person, headers: Record<string, string> = {}) {
  const { text } = await person.get('/session', { ...json, ...headers });
  return (JSON.parse(text) as { data: { name: string; role: string } | null }).data;
}
const enter = (person: Person, headers: Record<string, string>) => person.post('/login/proxy', {}, headers);

describe('a person whom a trusted proxy names', () => {
  it('gets a session in the highest role of the groups, and is named in the audit', async () => {
    const person = browser(url);
    expect(JSON.parse((await person.get('/login/ways', ada)).text)).toEqual({
      success: true,
      data: { oidc: null, proxy: 'ada' },
    });
    expect((await enter(person, ada)).status).toBe(200);
    expect(await whoIs(person, ada)).toMatchObject({ name: 'ada', role: 'operate' });
    const [entered] = await world.stores.audit.page({}, 1);
    expect(entered).toMatchObject({ who: 'ada', what: 'login by proxy', outcome: 'done' });
    const token = JSON.parse((await person.get('/session', { ...json, ...ada })).text) as {
      data: { csrfToken: string };
    };
    const headers = { ...ada, 'X-XSRF-TOKEN': token.data.csrfToken };
    const changed = await person.post('/admin/v1/queues/sms/resume', {}, headers);
    expect(changed.status).toBe(200);
    expect((await world.stores.audit.page({}, 1))[0]).toMatchObject({ who: 'ada' });
  });

  it('keeps that session only while the proxy names the same person with the same role', async () => {
    const person = browser(url);
    await enter(person, ada);
    expect(await whoIs(person, ada)).toMatchObject({ name: 'ada' });
    const other: readonly Record<string, string>[] = [
      {},
      { ...ada, 'Remote-User': 'grace' },
      { ...ada, 'Remote-Groups': 'sluice-admins' },
      { ...ada, 'Remote-Groups': 'staff' },
      { 'Remote-User': 'ada' },
    ];
    for (const said of other) {
      expect(await whoIs(person, said)).toBeNull();
      expect((await person.get('/admin/v1/me', { ...json, ...said })).status).toBe(401);
    }
    expect(await whoIs(person, ada)).toMatchObject({ name: 'ada' });
  });

  it('is refused without a group that has a role, and with another person’s address', async () => {
    const refusals = [
      [{ ...ada, 'Remote-Groups': 'staff' }, 'none of the person’s groups has a role here'],
      [{ ...ada, 'Remote-User': '<script>' }, 'this is not a valid name'],
    ] as const;
    for (const [headers, because] of refusals) {
      const { status, text } = await enter(browser(url), headers);
      expect([status, text]).toEqual([403, expect.stringContaining(because)]);
    }
    const { status, text } = await enter(browser(url), {
      ...ada,
      'Remote-User': 'root',
      'Remote-Email': operator,
    });
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('Another person already has an account with the address of root'),
    ]);
  });

  it('gets a tenant’s role from the invitation of the address, without a group, for as long as the proxy names it', async () => {
    const [person, pat] = [browser(url), { 'Remote-User': 'pat', 'Remote-Email': 'pat@example.com' }];
    expect((await enter(person, pat)).status).toBe(403);
    const invited = { address: 'pat@example.com', role: 'owner', createdBy: 'a test' } as const;
    await world.stores.invitations.invite('demo', invited, world.stores.clock.now());
    expect((await enter(person, pat)).status).toBe(200);
    const memberships = async (said: Record<string, string>) => {
      const { status, text } = await person.get('/admin/v1/me', { ...json, ...said });
      return status === 200
        ? (JSON.parse(text) as { data: { memberships: unknown } }).data.memberships
        : status;
    };
    expect(await memberships(pat)).toMatchObject([{ tenantId: 'demo', role: 'owner' }]);
    expect(await memberships({ ...pat, 'Remote-User': 'ada' })).toBe(401);
    // Groups that give a role are for the next login.
    expect(await memberships({ ...pat, 'Remote-Groups': 'support' })).toBe(401);
    // The tenant's audit has the invitation that the first login accepted, and no login.
    await enter(person, pat);
    expect(await world.stores.audit.page({ tenantId: 'demo', who: 'pat@example.com' }, 10)).toMatchObject([
      { what: 'accepted an invitation', about: { tenantId: 'demo' }, byMember: true, outcome: 'done' },
    ]);
  });

  it('who is disabled as an operator has the tenant’s place only, and nothing without one', async () => {
    const [person, dee] = [browser(url), { ...ada, 'Remote-User': 'dee' }];
    expect((await enter(person, dee)).status).toBe(200);
    const { userId, address } = (await world.stores.operators.find('dee@outside.invalid'))!;
    const createdAt = world.stores.clock.now();
    await world.stores.operators.disable(userId, createdAt);
    const refused = await enter(browser(url), dee);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('disabled the access')]);
    const { members } = world.stores.forTenant('demo');
    const member = { userId, address, via: 'password', createdAt, createdBy: 'a test' } as const;
    await members.add({ ...member, role: 'analyst' });
    expect((await enter(person, dee)).status).toBe(200);
    expect(await whoIs(person, dee)).toMatchObject({
      role: null,
      memberships: [{ tenantId: 'demo', role: 'analyst' }],
    });
    expect((await person.get('/admin/v1/operators', { ...json, ...dee })).status).toBe(404);
    expect(await whoIs(person, { ...dee, 'Remote-User': 'ada' })).toBeNull();
  });

  it('cannot log in from a page of another site', async () => {
    const { status } = await enter(browser(url), { ...ada, 'Sec-Fetch-Site': 'cross-site' });
    expect(status).toBe(403);
  });
});

describe('the headers of a proxy', () => {
  it('are ignored unless the connection comes from an address that both variables name', async () => {
    const untrusted = [
      await world.more(
        { proxy: { ...settings, from: ['192.0.2.0/24'] } },
        { trustedProxies: ['127.0.0.0/8'] },
      ),
      await world.more({ proxy: settings }, { trustedProxies: ['192.0.2.0/24'] }),
      await world.more({ proxy: settings }, { trustedProxies: false }),
      world.second,
    ];
    for (const other of untrusted) {
      // An address that the client claims makes no difference.
      for (const headers of [ada, { ...ada, 'X-Forwarded-For': '127.0.0.1', Forwarded: 'for=127.0.0.1' }]) {
        const person = browser(other);
        expect((await enter(person, headers)).status).toBe(401);
        expect(await whoIs(person, headers)).toBeNull();
        const ways = JSON.parse((await person.get('/login/ways', headers)).text) as { data: unknown };
        expect(ways.data).toEqual({ oidc: null, proxy: null });
      }
    }
  });

  it('give a session that another dashboard, which does not trust the proxy, refuses', async () => {
    const person = browser(url);
    await enter(person, ada);
    const elsewhere = browser(world.second);
    for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
    expect(await whoIs(elsewhere, ada)).toBeNull();
    expect(await whoIs(person, ada)).not.toBeNull();
  });

  it('are refused if the client sent such headers itself', async () => {
    const { hostname, port } = new URL(url);
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      const asked = request(
        {
          hostname,
          port,
          path: '/login/proxy',
          method: 'POST',
          headers: { 'Remote-User': 'ada', 'Remote-Groups': ['sluice-admins', 'support'] },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      asked.on('error', reject).end();
    });
    expect(status).toBe(403);
  });
});
