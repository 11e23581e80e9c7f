/** A dashboard for tenants only, which may be published: what it serves, to whom, and how much of it. */
import { adminEndpoints, adminStreams } from '@sluice/contracts';
import { newKey } from '@sluice/store';
import { duringTests, putTenant } from '@sluice/testing';
import { browser, openDashboards, operator, type Answered } from './dashboards.js';

const world = duringTests(openDashboards);
let published: readonly [one: string, other: string];
beforeAll(async () => {
  await putTenant(world.stores.tenants, { tenantId: 'alpha', name: 'Alpha', settings: {} });
  const open = () => world.more({}, { forTenants: true });
  published = [await open(), await open()];
});

const json = { Accept: 'application/json' };
const of = '/admin/v1/tenants/alpha';
const declared = [...adminEndpoints, ...adminStreams];

async function loggedInAt(url: string, address: string) {
  const person = browser(url);
  expect((await person.login(undefined, {}, address)).status).toBe(200);
  return person;
}

async function keyOf(holder: { readonly role: 'administer' } | { readonly member: 'analyst' }) {
  const key = newKey('sla_');
  const held = 'role' in holder ? holder : { member: { tenantId: 'alpha', role: holder.member } };
  await world.stores.adminKeys.add(key, { ...held, name: 'a program', createdAt: new Date() });
  return { ...json, 'X-Admin-Key': key };
}

const codeOf = ({ text }: Answered) =>
  (JSON.parse(text) as { error?: { code: string } }).error?.code ?? 'success';

describe('a dashboard for tenants', () => {
  it('knows a key of a tenant, and answers one of the installation as one that never was', async () => {
    const anyone = browser(published[0]);
    expect((await anyone.get(of, await keyOf({ member: 'analyst' }))).status).toBe(200);
    const unknown = await anyone.get(of, { ...json, 'X-Admin-Key': newKey('sla_') });
    const ours = await anyone.get(of, await keyOf({ role: 'administer' }));
    expect([ours.status, ours.text]).toEqual([401, unknown.text]);
  });

  it('gives an operator no right, and one who is a member the rights of that member', async () => {
    const nobody = await loggedInAt(published[0], operator);
    expect((await nobody.get(of, json)).status).toBe(404);
    await world.addOperator('ada@example.com', 'administer');
    await world.addMember('ada@example.com', { tenantId: 'alpha', role: 'analyst' });
    const member = await loggedInAt(published[0], 'ada@example.com');
    expect((await member.get(of, json)).status).toBe(200);
    expect((await member.get(`${of}/keys`, json)).status).toBe(403);
    const { text } = await member.get('/session', json);
    expect((JSON.parse(text) as { data: { role?: unknown } }).data.role ?? null).toBeNull();
    expect((await (await loggedInAt(world.url, 'ada@example.com')).get(`${of}/keys`, json)).status).toBe(200);
  });

  it('serves and describes no operation of the installation, and all others', async () => {
    const person = await loggedInAt(published[0], operator);
    const key = await keyOf({ member: 'analyst' });
    const nothing = await person.get('/admin/v1/nothing', key);
    for (const { method, path } of declared.filter(({ scope }) => scope === 'installation'))
      expect([method, path, (await person.send(method, path, key)).text]).toEqual([
        method,
        path,
        nothing.text,
      ]);
    const served = declared.filter(({ scope }) => scope !== 'installation').map(({ path }) => path);
    for (const document of ['/admin/v1/openapi.json', '/openapi.json', '/docs/openapi.json']) {
      const { text } = await person.get(document);
      const { paths } = JSON.parse(text) as { paths: object };
      expect([document, Object.keys(paths).sort()]).toEqual([document, [...new Set(served)].sort()]);
    }
  });

  it('has no queue board', async () => {
    const board = async (url: string) =>
      (await (await loggedInAt(url, operator)).get('/board/api/queues', json)).status;
    expect([await board(world.url), await board(published[0])]).toEqual([200, 404]);
  });

  it.each(['person', 'key'])(
    'answers the 601st call of a %s in a minute RATE_LIMITED, in all processes together',
    async (who) => {
      const address = `${who}@example.com`;
      const userId = await world.addOperator(address, 'view');
      const headers = who === 'key' ? await keyOf({ member: 'analyst' }) : json;
      const at = await Promise.all(published.map((url) => loggedInAt(url, address)));
      const [one, other] = [at[0]!, at[1]!];
      expect((await one.get('/admin/v1/me', headers)).status).not.toBe(429);
      const counted = who === 'key' ? (headers['X-Admin-Key' as never] as string) : userId;
      const names = await world.redis.keys('sluice-rate.*');
      const name = names.find((each) => each.includes(who === 'key' ? counted.slice(0, 8) : counted));
      await world.redis.incrby(name!, 599);
      // A whole minute for what follows, however slow the machine is.
      await world.redis.expire(name!, 60);
      const refused = await other.get('/admin/v1/me', headers);
      expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );
});
