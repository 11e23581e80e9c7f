import { duringTests, eventually } from '@sluice/testing';
import { browser, openDashboards, operator, password } from './dashboards.js';

const world = duringTests(openDashboards);
const WITHIN_MS = 15_000;

const json = { Accept: 'application/json' };
const login = (url: string, email: string, typed = password) => {
  const person = browser(url);
  return person.post('/login', { email, password: typed }).then(({ status }) => ({ person, status }));
};
const whoIs = async ({ person }: Pick<Awaited<ReturnType<typeof login>>, 'person'>) => {
  const { text } = await person.get('/session', json);
  return (JSON.parse(text) as { data: { who: string; role: string } | null }).data;
};
const isOut = async (person: ReturnType<typeof browser>) => (await whoIs({ person })) === null;

describe('operators of the dashboard', () => {
  it.concurrent('log in with their address in any case of letters, and their own password', async () => {
    await world.addOperator('ada@example.com', 'administer');
    const ada = await login(world.url, ' Ada@Example.COM ');
    expect([ada.status, await whoIs(ada)]).toEqual([
      200,
      expect.objectContaining({ who: 'ada@example.com', role: 'administer' }),
    ]);
    for (const [email, typed] of [
      ['ada@example.com', 'wrong-one-9-x'],
      ['nobody@example.com', password],
      ['ada', password],
      ['', password],
      ['ada@example.com', ''],
      ['ada@example.com', 'x'.repeat(1_000)],
    ] as const)
      expect([email, (await login(world.url, email, typed)).status]).toEqual([email, 401]);
  });

  it.concurrent('keep their session in another dashboard process, and lose it everywhere with the logout', async () => {
    const { person } = await login(world.url, operator);
    const elsewhere = browser(world.second);
    elsewhere.cookies.set('sluice_session', person.cookies.get('sluice_session') ?? '');
    expect(await isOut(elsewhere)).toBe(false);
    await person.post('/logout', {}, { 'X-XSRF-TOKEN': await person.token() });
    await eventually('the session has ended', () => isOut(elsewhere), WITHIN_MS);
  });

  it.concurrent('may do what their role allows, from the next moment on without a new login, and are named in the audit', async () => {
    const { operators, audit } = world.stores;
    const eve = await world.addOperator('eve@example.com', 'view');
    const { person } = await login(world.url, 'eve@example.com');
    const pause = async () => {
      const headers = { 'X-XSRF-TOKEN': await person.token() };
      return (await person.post('/admin/v1/queues/sms/pause', {}, headers)).status;
    };
    expect(await pause()).toBe(403);
    expect((await person.get('/admin/v1/now', json)).status).toBe(200);

    await operators.setRole(eve, 'operate');
    await eventually('the role is known', async () => (await pause()) === 200, WITHIN_MS);
    const [latest] = await audit.page({ who: 'eve@example.com' }, 1);
    expect(latest).toMatchObject({ who: 'eve@example.com', what: 'POST /admin/v1/queues/sms/pause' });
  });

  it.concurrent('are locked out within seconds of being disabled, and let in again once enabled', async () => {
    const { operators, clock } = world.stores;
    const dan = await world.addOperator('dan@example.com', 'view');
    const { person } = await login(world.second, 'dan@example.com');
    await operators.disable(dan, clock.now());
    await eventually('the session has ended', () => isOut(person), WITHIN_MS);
    expect((await login(world.url, 'dan@example.com')).status).toBe(401);
    await operators.enable(dan);
    expect((await login(world.url, 'dan@example.com')).status).toBe(200);
  });

  it.concurrent('are locked out of every process within seconds of their removal', async () => {
    const ben = await world.addOperator('ben@example.com', 'view');
    const { person } = await login(world.second, 'ben@example.com');
    expect(await isOut(person)).toBe(false);
    await world.stores.operators.remove(ben);
    await eventually('the session has ended', () => isOut(person), WITHIN_MS);
    expect((await login(world.url, 'ben@example.com')).status).toBe(401);
  });
});
