import { hashPassword } from '@sluice/store';
import { silentLogger } from '@sluice/process';
import { duringTests, eventually } from '@sluice/testing';
import { openIdentities } from '../src/login/identities.js';
import { keepPassword } from '../src/login/password.js';
import { createSessions } from '../src/login/sessions.js';
import { browser, cheap, openDashboards, password } from './dashboards.js';

const world = duringTests(openDashboards);

const json = { Accept: 'application/json' };
const login = (url: string, username: string, typed: string) => {
  const person = browser(url);
  return person.post('/login', { username, password: typed }).then(({ status }) => ({ person, status }));
};
const whoIs = async ({ person }: Pick<Awaited<ReturnType<typeof login>>, 'person'>) => {
  const { text } = await person.get('/session', json);
  return (JSON.parse(text) as { data: { name: string; role: string } | null }).data;
};
const isOut = async (person: ReturnType<typeof browser>) => (await whoIs({ person })) === null;

describe('operators of the dashboard', () => {
  it('begin with the first login, which creates the first administrator under the given name', async () => {
    expect((await login(world.url, 'Ada', 'wrong-one')).status).toBe(401);
    const ada = await login(world.url, 'Ada', password);
    expect(await whoIs(ada)).toMatchObject({ name: 'ada', role: 'administer' });
    // From now on she logs in with the environment's password, with or without her name.
    expect((await login(world.url, 'grace', password)).status).toBe(401);
    expect(await whoIs(await login(world.second, '', password))).toMatchObject({ name: 'ada' });
  });

  it('keep their session in another dashboard process, and lose it everywhere with the logout', async () => {
    const { person } = await login(world.url, 'ada', password);
    const elsewhere = browser(world.second);
    elsewhere.cookies.set('sluice_session', person.cookies.get('sluice_session') ?? '');
    expect(await isOut(elsewhere)).toBe(false);
    await person.post('/logout', {}, { 'X-XSRF-TOKEN': await person.token() });
    await eventually('the session has ended', () => isOut(elsewhere), 15_000);
  });

  it('lose the sessions begun with OPERATOR_PASSWORD once the dashboard runs with another one', async () => {
    const seenWith = async (environmentPassword: string) => {
      const { signingKey } = await keepPassword(environmentPassword, cheap);
      const identities = openIdentities(world.stores, signingKey, silentLogger);
      await identities.read();
      const ada = identities.known().operators.get('ada');
      await identities.close();
      return { ada, sessions: createSessions(identities) };
    };
    const [before, same, other] = [
      await seenWith(password),
      await seenWith(password),
      await seenWith('another-9-pass-word'),
    ];
    const cookie = before.sessions.begin(before.ada!, Date.now(), false).split(';')[0];
    expect(same.sessions.of(cookie, Date.now())).toMatchObject({ operator: { name: 'ada' } });
    expect(other.sessions.of(cookie, Date.now())).toBeUndefined();
  });

  it('may do what their role allows, and are named in the audit', async () => {
    const { operators, clock, audit } = world.stores;
    const passwordHash = await hashPassword('eve-has-her-own');
    const eve = { name: 'eve', role: 'view', via: 'password', passwordHash } as const;
    await operators.add({ ...eve, createdAt: clock.now(), createdBy: 'ada' });
    const { person } = await login(world.url, 'eve', 'eve-has-her-own');
    const pause = async () => {
      const headers = { 'X-XSRF-TOKEN': await person.token() };
      return (await person.post('/admin/v1/queues/sms/pause', {}, headers)).status;
    };
    expect(await pause()).toBe(403);
    expect((await person.get('/admin/v1/now', json)).status).toBe(200);

    await operators.setRole('eve', 'operate');
    await eventually('the session has ended', () => isOut(person), 15_000);
    await person.post('/login', { username: 'eve', password: 'eve-has-her-own' });
    expect(await pause()).toBe(200);
    const [latest] = await audit.page({}, 1);
    expect(latest).toMatchObject({ who: 'eve', what: 'POST /admin/v1/queues/sms/pause' });
  });

  it('are locked out within seconds of being disabled, and let in again once enabled', async () => {
    const { operators, clock } = world.stores;
    const { person } = await login(world.second, 'eve', 'eve-has-her-own');
    await operators.disable('eve', clock.now());
    await eventually('the session has ended', () => isOut(person), 15_000);
    expect((await login(world.url, 'eve', 'eve-has-her-own')).status).toBe(401);
    await operators.enable('eve');
    expect((await login(world.url, 'eve', 'eve-has-her-own')).status).toBe(200);
  });

  it('are locked out of every process within seconds of their removal', async () => {
    const { person } = await login(world.second, 'eve', 'eve-has-her-own');
    expect(await isOut(person)).toBe(false);
    await world.stores.operators.remove('eve');
    await eventually('the session has ended', () => isOut(person), 15_000);
    expect((await login(world.url, 'eve', 'eve-has-her-own')).status).toBe(401);
  });
});
