import { database } from '@sluice/store';
import { duringTests, eventually, testEncryptionKey } from '@sluice/testing';
import { MongoNetworkError } from 'mongodb';
import { randomBytes } from 'node:crypto';
import type { Session, Sessions } from '../src/index.js';
import { ada, here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);
const HOUR_MS = 3_600_000;

let adaId: string;
beforeAll(async () => {
  adaId = await world.operator(ada);
});

const cookieOf = (setCookie: string): string => setCookie.slice(0, setCookie.indexOf(';'));

/** Logs in; returns the cookie that a browser would send. */
async function loggedIn(address = ada): Promise<string> {
  const begun = await world.accounts.logIn({ address, password }, here);
  if (!begun || 'challenge' in begun) throw new Error(`${address} could not log in`);
  return cookieOf(world.sessions.cookieOf(begun.token, false));
}

async function found(sessions: Sessions, cookie: string): Promise<Session> {
  const session = await sessions.find(cookie);
  if (!session) throw new Error('there is no session');
  return session;
}

describe('a session', () => {
  it('names its person and lasts for twelve hours from the login, in every process', async () => {
    const cookie = await loggedIn();
    for (const { sessions } of [world, world.another()]) {
      const session = await found(sessions, `a=1; ${cookie}; b=2`);
      expect(session).toMatchObject({ person: { userId: adaId, address: ada }, role: 'administer' });
      const left = session.expiresAt - Date.now();
      expect([left > 11 * HOUR_MS, left <= 12 * HOUR_MS]).toEqual([true, true]);
    }
    const token = (await found(world.sessions, cookie)).token;
    const past = { $set: { expiresAt: new Date(Date.now() - 1) } };
    await world.db.collection('identitySessions').updateOne({ token }, past);
    expect(await world.another().sessions.find(cookie)).toBeUndefined();
  });

  it('cannot be forged, nor taken over from an installation with another key', async () => {
    const cookie = await loggedIn();
    const [token, signature] = cookie.slice('sluice_session='.length).split('.');
    const other = world.another(world.stores, randomBytes(32).toString('base64')).sessions;
    const forged = [
      undefined,
      '',
      'sluice_session=',
      'sluice_session=.',
      `sluice_session=${token}`,
      `sluice_session=${token}.`,
      `sluice_session=${token}.${signature}x`,
      `sluice_session=${token}x.${signature}`,
      cookieOf(other.cookieOf(token ?? '', false)),
    ];
    for (const attempt of forged)
      expect([attempt, await world.sessions.find(attempt)]).toEqual([attempt, undefined]);
    expect(await other.find(cookie)).toBeUndefined();
  });

  it('goes on while the key is changed, and so does an open page, whose token the old key made', async () => {
    const cookie = await loggedIn();
    const { csrfToken } = await found(world.sessions, cookie);
    const changed = randomBytes(32).toString('base64');
    const during = await found(world.another(world.stores, changed, testEncryptionKey).sessions, cookie);
    expect(during.csrfToken).not.toBe(csrfToken);
    expect([csrfToken, during.csrfToken, '', `${csrfToken}x`].map(during.isCsrfToken)).toEqual([
      ...[true, true, false, false],
    ]);
    expect((await found(world.sessions, cookie)).isCsrfToken(during.csrfToken)).toBe(false);
  });

  it('cannot be made from a copy of the database', async () => {
    const { csrfToken } = await found(world.sessions, await loggedIn());
    const dump: string[] = [];
    for (const { name } of await world.db.listCollections().toArray())
      for await (const document of world.db.collection(name).find())
        dump.push(...(JSON.stringify(document).match(/[\w.+/=-]{8,}/g) ?? []));
    expect(dump).not.toContain(csrfToken);
    for (const word of dump)
      for (const attempt of [word, `${word}.${word}`])
        expect(await world.sessions.find(`sluice_session=${attempt}`)).toBeUndefined();
  });

  it('has the role that its person has now, and ends while the person has no place', async () => {
    const eve = await world.operator('eve@example.com', 'view');
    const cookie = await loggedIn('eve@example.com');
    const now = () => world.another().sessions.find(cookie);
    expect((await now())?.role).toBe('view');
    await world.stores.operators.setRole(eve, 'operate');
    expect((await now())?.role).toBe('operate');
    await world.stores.operators.disable(eve, new Date());
    expect(await now()).toBeUndefined();
    await world.stores.operators.enable(eve);
    expect((await now())?.role).toBe('operate');
    await world.stores.operators.remove(eve);
    expect(await now()).toBeUndefined();
  });

  it('ends everywhere within seconds of the logout, here at once, and no other session of the person does', async () => {
    const [left, other] = [await loggedIn(), await loggedIn()];
    const elsewhere = world.another().sessions;
    const session = await found(world.sessions, left);
    await found(elsewhere, left);
    await world.sessions.end(session);
    expect(world.sessions.cookieGone(false)).toMatch(/^sluice_session=; .*Max-Age=0$/);
    expect(await world.sessions.find(left)).toBeUndefined();
    expect(await elsewhere.find(left, { anew: true })).toBeUndefined();
    expect((await found(world.sessions, other)).csrfToken).not.toBe(session.csrfToken);
  });

  it('is kept in a cookie that scripts cannot read and other sites cannot send, in production over TLS only', () => {
    const usual = /^sluice_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/;
    expect(world.sessions.cookieOf('a', false)).toMatch(usual);
    expect(world.sessions.cookieOf('a', true)).toMatch(/; SameSite=Strict; Secure; Max-Age=43200$/);
  });
});

describe('while MongoDB does not answer', () => {
  it('a session that the process has seen is good for reading, another one is unknown, and a logout counts here', async () => {
    const cookie = await loggedIn();
    const lost = await world.openStores();
    const { sessions } = world.another(lost);
    expect(await found(sessions, cookie)).toMatchObject({ isOld: false });
    const unseen = await loggedIn();
    await lost.close();
    expect(await sessions.find(cookie, { anew: true })).toMatchObject({
      person: { address: ada },
      isOld: true,
    });
    await expect(sessions.find(unseen)).rejects.toThrow();

    const session = await found(sessions, cookie);
    await expect(sessions.end(session)).rejects.toThrow();
    expect(await sessions.find(cookie)).toBeUndefined();
  });

  it('a logout that could not be stored is stored once it answers again', async () => {
    const cookie = await loggedIn();
    let isAway = false;
    // In front of the database that the library reads and writes.
    const db = new Proxy(world.stores[database], {
      get: (target, name) => {
        const member = Reflect.get(target, name) as unknown;
        if (name !== 'collection') return member;
        return (of: string) => {
          if (isAway) throw new MongoNetworkError('away');
          return target.collection(of as never);
        };
      },
    });
    const { sessions } = world.another({ ...world.stores, [database]: db });
    const { token } = await found(sessions, cookie);
    const stored = async () => (await world.db.collection('identitySessions').findOne({ token })) !== null;
    isAway = true;
    await expect(sessions.end(await found(sessions, cookie))).rejects.toThrow('away');
    expect([await sessions.find(cookie), await stored()]).toEqual([undefined, true]);
    isAway = false;
    await eventually('the session is deleted', async () => !(await stored()), 30_000);
  });
});
