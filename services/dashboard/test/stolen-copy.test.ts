import { openIdentity } from '@sluice/identity';
import { sealingKey } from '@sluice/store';
import { duringTests, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { browser, cheap, openDashboards, operator, password } from './dashboards.js';

const world = duringTests(openDashboards);
const here = { address: '203.0.113.7', userAgent: 'a browser' };
const reset = 'loud-otter-3311';
const eve = 'eve@example.com';

/** Every word of all collections and of all of Redis. */
async function words(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { name } of await world.db.listCollections().toArray())
    for await (const document of world.db.collection(name).find()) texts.push(JSON.stringify(document));
  const { redis } = world;
  for (const key of await redis.keys('*'))
    texts.push(key, String(await redis.dump(key)), JSON.stringify(await redis.get(key).catch(() => '')));
  return [...new Set(texts.flatMap((text) => text.match(/[\w.+/=@:-]{6,}/g) ?? []))].flatMap((word) => [
    word,
    ...word.split(/[/:]/),
  ]);
}

describe('a copy of all that MongoDB and Redis hold', () => {
  it('lets nobody in: no session, link, way back from a provider or password can be made of it', async () => {
    const identity = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing: cheap });
    const { accounts, sessions } = identity;
    world.onClose(() => identity.close());
    // What is there to be stolen.
    const person = browser(world.url);
    await person.login();
    await browser(world.url).login('a-wrong-one-33');
    const { stores } = world;
    const { userId } = (await stores.operators.find(operator)) ?? { userId: '' };
    const link = await accounts.passwordToken(userId);
    const invited = { address: eve, role: 'administer', createdBy: 'a test' } as const;
    const invitation = await stores.invitations.invite('_installation', invited, stores.clock.now());

    const copy = await words();
    const secrets = [person.cookies.get('sluice_session') ?? '', link.token, invitation.token];
    expect(copy.length).toBeGreaterThan(50);
    expect(secrets.filter((secret) => copy.includes(secret))).toEqual([]);
    const another = openIdentity(stores, [sealingKey(randomBytes(32).toString('base64'))]).sessions;
    const cookies = copy.flatMap((word) => [
      `sluice_session=${word}`,
      `sluice_session=${word}.${word}`,
      another.cookieOf(word, false),
    ]);
    expect((await Promise.all(cookies.map((cookie) => sessions.find(cookie)))).filter(Boolean)).toEqual([]);
    for (const word of copy) {
      for (const token of [word, `_installation.${word}`])
        expect(await accounts.acceptInvitation({ token, name: 'x', password: reset }, undefined)).toEqual({
          kind: 'not_valid',
        });
      expect(await accounts.resetPassword(word, reset)).toEqual({ kind: 'not_valid' });
    }
    const tried = copy
      .filter((word) => word.length >= 12)
      .map((typed) => accounts.logIn({ address: operator, password: typed }, here));
    expect((await Promise.all(tried)).filter(Boolean)).toEqual([]);

    // With what is not in it, each way works.
    expect(await sessions.find(`sluice_session=${secrets[0]}`)).toMatchObject({ role: 'administer' });
    expect(await accounts.logIn({ address: operator, password }, here)).toBeDefined();
    const accepted = { token: invitation.token, name: 'eve', password };
    expect(await accounts.acceptInvitation(accepted, undefined)).toMatchObject({ kind: 'done' });
    expect(await accounts.resetPassword(link.token, reset)).toMatchObject({ kind: 'done' });
    await another.close();
  }, 300_000);
});
