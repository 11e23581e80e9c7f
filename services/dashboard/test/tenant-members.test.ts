/** Members of a tenant over HTTP, each with a session: how they come, what is seen of them, and how they go. */
import { adminWatchTenantNow } from '@sluice/contracts';
import { duringTests, eventually, putTenant, watchEvents } from '@sluice/testing';
import { browser, openDashboards, operator, password, type Answered } from './dashboards.js';

const world = duringTests(openDashboards);
let url = '';
beforeAll(async () => {
  url = await world.more({}, { dashboardUrl: 'https://dashboard.example' });
  for (const tenantId of ['alpha', 'beta'])
    await putTenant(world.stores.tenants, { tenantId, name: tenantId, settings: {} });
});

type Person = ReturnType<typeof browser>;
type Role = 'owner' | 'manager' | 'analyst';

const json = { Accept: 'application/json' };
const at = (path: string, tenantId = 'alpha') => `/admin/v1/tenants/${tenantId}${path}`;
const read = ({ text }: Answered) =>
  JSON.parse(text) as { data: unknown; error?: { code: string; message: string } };
const membersOf = (tenantId = 'alpha') => world.stores.forTenant(tenantId).members;
const change = async (by: Person, path: string, body: Record<string, string> = {}) =>
  by.post(path, body, { 'X-XSRF-TOKEN': await by.token() });
const loggedIn = async (address: string) => {
  const person = browser(url);
  expect((await person.login(password, {}, address)).status).toBe(200);
  return person;
};
const isIn = async (person: Person) => read(await person.get('/session', json)).data !== null;

/** Somebody who has just opened the link of an invitation to a tenant. */
async function joined(name: string, role: Role, tenantId = 'alpha', person = browser(url)) {
  const invited = { address: `${name}@example.com`, role, createdBy: operator };
  const { token } = await world.stores.invitations.invite(tenantId, invited, world.stores.clock.now());
  const csrfToken = (await isIn(person)) ? await person.token() : '';
  const sent = { token, name, password };
  const accepted = await person.post('/invitation/accept', sent, { 'X-XSRF-TOKEN': csrfToken });
  expect([name, accepted.status]).toEqual([name, 200]);
  return person;
}

describe('a member of a tenant', () => {
  it('comes by an invitation, which is in the audit of that tenant with the address of the member', async () => {
    const olivia = await joined('olivia', 'owner');
    const entries = async (tenantId: string, by: Person) =>
      (read(await by.get(at('/audit', tenantId), json)).data as { entries: unknown[] }).entries;
    expect(await entries('alpha', olivia)).toEqual([
      expect.objectContaining({
        ...{ who: 'olivia@example.com', did: 'accepted an invitation', from: '127.0.0.1' },
        ...{ about: { tenantId: 'alpha' }, outcome: 'done' },
      }),
    ]);
    expect(await entries('beta', await joined('berta', 'owner', 'beta'))).toHaveLength(1);
    // The login that followed belongs to no tenant, and so does an invitation to the installation.
    await world.addOperator('ada@example.com', 'view');
    const [login] = await world.stores.audit.page({ who: 'olivia@example.com' }, 1);
    expect(login).toMatchObject({ what: 'login' });
    expect([login?.tenantId, login?.byMember]).toEqual([undefined, undefined]);
  });

  it('was last seen in the hour of the last call in that tenant, not in another one', async () => {
    const mona = await joined('mona', 'manager');
    await joined('mona', 'manager', 'beta', mona);
    const seen = async (tenantId: string) => (await membersOf(tenantId).find('mona@example.com'))?.lastSeenAt;
    expect([await seen('alpha'), await seen('beta')]).toEqual([undefined, undefined]);
    expect((await mona.get(at('/people'), json)).status).toBe(403);
    expect((await mona.get(at('', 'gamma'), json)).status).toBe(404);
    expect(await seen('alpha')).toBeUndefined();
    const before = world.stores.clock.now();
    expect((await mona.get(at(''), json)).status).toBe(200);
    const hour = await eventually('the call to be noted', () => seen('alpha'));
    expect(hour.toISOString()).toMatch(/:00:00\.000Z$/);
    expect(hour.getTime()).toBeGreaterThan(before.getTime() - 3_600_000);
    expect(hour.getTime()).toBeLessThanOrEqual(world.stores.clock.now().getTime());
    expect(await seen('beta')).toBeUndefined();
  });

  it('neither invites nor changes themselves', async () => {
    const olivia = await loggedIn('olivia@example.com');
    await joined('second', 'owner');
    const { userId } = (await membersOf().find('olivia@example.com'))!;
    const own = [
      [at('/invitations'), { email: ' OLIVIA@example.com', role: 'owner' }],
      [at(`/people/${userId}/role`), { role: 'manager' }],
      [at('/people/Olivia@example.com/disable'), {}],
      [at('/people/olivia@example.com/enable'), {}],
      [at(`/people/${userId}/remove`), {}],
    ] as const;
    for (const [path, body] of own) {
      const { error } = read(await change(olivia, path, body));
      expect([path, error?.code, error?.message]).toEqual([
        path,
        'INVALID_STATE',
        expect.stringMatching(/^Nobody (invites themselves|changes their own membership)$/),
      ]);
    }
    expect(await membersOf().find(userId)).toMatchObject({ role: 'owner' });
    await membersOf().remove((await membersOf().find('second@example.com'))!.userId);
  });

  it('is out where an owner disables them, with their open stream, and others go on', async () => {
    const olivia = await loggedIn('olivia@example.com');
    const max = await joined('max', 'manager');
    const watch = ({ cookies }: Person) =>
      watchEvents(url + adminWatchTenantNow.path.replace('{tenantId}', 'alpha'), {
        Cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      });
    const [theirs, hers] = [await watch(max), await watch(olivia)];
    await eventually('both streams to begin', () => theirs.pieces() > 0 && hers.pieces() > 0);
    expect((await change(olivia, at('/people/max@example.com/disable'))).status).toBe(200);
    await eventually('the stream to end', theirs.hasEnded);
    await eventually('the session to end', async () => !(await isIn(max)));
    expect((await browser(url).login(password, {}, 'max@example.com')).status).toBe(401);
    const before = hers.pieces();
    await eventually('the other stream to go on', () => hers.pieces() > before);
    expect(hers.hasEnded()).toBe(false);
    hers.close();
    expect((await change(olivia, at('/people/max@example.com/enable'))).status).toBe(200);
    await loggedIn('max@example.com');
  }, 180_000);

  it('who is disabled where they were comes into another tenant by an invitation, and back nowhere', async () => {
    const olivia = await loggedIn('olivia@example.com');
    await joined('dan', 'manager');
    expect((await change(olivia, at('/people/dan@example.com/disable'))).status).toBe(200);
    const address = 'dan@example.com';
    const { stores } = world;
    const invited = { address, role: 'analyst', createdBy: operator } as const;
    const { token } = await stores.invitations.invite('beta', invited, stores.clock.now());
    const logIn = await browser(url).post('/invitation/accept', { token, password });
    expect(read(logIn).error?.code).toBe('INVALID_STATE');
    const dan = await loggedIn(address);
    for (const path of [at(''), at('', 'beta'), '/admin/v1/now', '/admin/v1/me'])
      expect([path, (await dan.get(path, json)).status]).toEqual([path, 404]);
    expect((await change(dan, '/invitation/accept', { token })).status).toBe(200);
    expect([(await dan.get(at('', 'beta'), json)).status, (await dan.get(at(''), json)).status]).toEqual([
      200, 404,
    ]);
  });

  it('loses the account with its sessions at the removal from the last place, not before', async () => {
    const [olivia, berta] = [await loggedIn('olivia@example.com'), await loggedIn('berta@example.com')];
    const lea = await joined('lea', 'analyst');
    await joined('lea', 'owner', 'beta', lea);
    const { userId } = (await membersOf().find('lea@example.com'))!;
    const kept = async () =>
      Promise.all(
        (
          [
            ['identityUsers', { _id: userId }],
            ['identityAccounts', { userId }],
            ['identitySessions', { userId }],
          ] as const
        ).map(([name, filter]) => world.db.collection(name).countDocuments(filter as never)),
      );
    expect((await change(olivia, at('/people/lea@example.com/remove'))).status).toBe(200);
    expect(await kept()).toEqual([1, 1, 1]);
    await eventually('alpha to be gone', async () => (await lea.get(at(''), json)).status === 404);
    expect((await lea.get(at('', 'beta'), json)).status).toBe(200);
    expect((await change(berta, at('/people/lea@example.com/remove', 'beta'))).status).toBe(200);
    expect(await kept()).toEqual([0, 0, 0]);
    await eventually('the session to end', async () => !(await isIn(lea)));
    expect((await browser(url).login(password, {}, 'lea@example.com')).status).toBe(401);
    // The address is free again.
    await joined('lea', 'analyst');
  }, 180_000);

  it('stays, of two owners who remove, demote or disable each other at once', async () => {
    const ways = [
      ['remove', {}],
      ['role', { role: 'manager' }],
      ['disable', {}],
    ] as const;
    for (const [n, [way, body]] of [...ways, ...ways].entries()) {
      const tenantId = `duel${n}`;
      await putTenant(world.stores.tenants, { tenantId, name: tenantId, settings: {} });
      const names = [`one${n}`, `two${n}`] as const;
      const people = [await joined(names[0], 'owner', tenantId), await joined(names[1], 'owner', tenantId)];
      const answers = await Promise.all(
        people.map((by, i) => change(by, at(`/people/${names[1 - i]!}@example.com/${way}`, tenantId), body)),
      );
      const owners = (await membersOf(tenantId).page({}, 10)).filter(
        ({ role, disabledAt }) => role === 'owner' && !disabledAt,
      );
      expect([way, owners.length]).toEqual([way, 1]);
      expect([way, answers.filter(({ status }) => status === 200).length]).toEqual([way, 1]);
    }
  }, 180_000);
});

describe('an invitation by an owner', () => {
  it('is refused where no mail could say where the dashboard is, and none is made', async () => {
    const lost = browser(world.url);
    await lost.login(password, {}, 'olivia@example.com');
    const { error } = read(
      await change(lost, at('/invitations'), { email: 'x@example.com', role: 'analyst' }),
    );
    expect(error).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('DASHBOARD_URL') as string,
    });
    expect(await world.stores.invitations.openTo('x@example.com', world.stores.clock.now())).toEqual([]);
  });

  it('has its link in the mailbox only', async () => {
    const olivia = await loggedIn('olivia@example.com');
    const sent = await change(olivia, at('/invitations'), { email: 'nils@example.com', role: 'analyst' });
    expect(sent.status).toBe(201);
    const listed = await olivia.get(at('/invitations'), json);
    const [invitation] = await world.stores.invitations.openTo('nils@example.com', world.stores.clock.now());
    expect(invitation).toMatchObject({ place: 'alpha', createdBy: 'olivia@example.com', byMember: true });
    const stored = await Promise.all(
      ['effects', 'audit', 'invitations'].map((name) => world.db.collection(name).find().toArray()),
    );
    for (const text of [sent.text, listed.text, JSON.stringify(stored)])
      expect(text).not.toMatch(/invitation#|alpha\.[\w-]{43}/);
  });

  it('names its inviter, and one by an operator only to operators', async () => {
    const oda = { email: 'oda@example.com', role: 'analyst' };
    const administrator = await loggedIn(operator);
    expect((await change(administrator, at('/invitations'), oda)).status).toBe(201);
    const shown = async (by: Person) => {
      const { invitations } = read(await by.get(at('/invitations'), json)).data as {
        invitations: readonly { address: string; createdBy: string }[];
      };
      return Object.fromEntries(invitations.map(({ address, createdBy }) => [address, createdBy]));
    };
    expect(await shown(await loggedIn('olivia@example.com'))).toEqual({
      'nils@example.com': 'olivia@example.com',
      'oda@example.com': 'an operator of the installation',
    });
    expect(await shown(administrator)).toMatchObject({ 'oda@example.com': operator });
  });
});
