import { openIdentity } from '@sluice/identity';
import { sealingKey } from '@sluice/store';
import type { Logger } from '@sluice/process';
import { appCode, duringTests, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { browser, cheap, openDashboards, operator, password } from './dashboards.js';

/** All that the processes have logged. */
const logged: string[] = [];
const note = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
const log: Logger = { error: note, warn: note, info: note, debug: note, child: () => log };

const world = duringTests(() => openDashboards(log));
const here = { address: '203.0.113.7', userAgent: 'a browser' };
const reset = 'loud-otter-3311';
const eve = 'eve@example.com';

/** Every word of all collections, of all of Redis and of the log. */
async function words(): Promise<readonly string[]> {
  const texts = [...logged];
  for (const { name } of await world.db.listCollections().toArray())
    for await (const document of world.db.collection(name).find()) texts.push(JSON.stringify(document));
  const { redis } = world;
  for (const key of await redis.keys('*'))
    texts.push(key, String(await redis.dump(key)), JSON.stringify(await redis.get(key).catch(() => '')));
  const found = texts.flatMap((text) => text.match(/[\w.+/=@:-]{6,}/g) ?? []);
  return [...new Set(found.flatMap((word) => [word, ...word.split(/[/:]/)]))];
}

const plain = (code: string) => code.replaceAll(/[\s-]/g, '');

/** Sets up a second factor of the person, who is logged in. */
async function withSecondFactor(person: ReturnType<typeof browser>) {
  const token = await person.token();
  const set = async (what: string, body: Record<string, string>) => {
    const answer = await person.post(`/admin/v1/me/second-factor/${what}`, body, { 'X-XSRF-TOKEN': token });
    expect([what, answer.status]).toEqual([what, 200]);
    return (JSON.parse(answer.text) as { data: { secret: string; recoveryCodes: readonly string[] } }).data;
  };
  const { secret } = await set('set-up', {});
  const { recoveryCodes: codes } = await set('confirm', { code: appCode(secret, -1) });
  return { secret, codes };
}

describe('a copy of all that MongoDB and Redis hold and of the logs', () => {
  it('lets nobody in: no session, link, password, code or recovery code can be made of it', async () => {
    const identity = openIdentity(world.stores, [sealingKey(testEncryptionKey)], { hashing: cheap });
    const { accounts, sessions, secondFactors } = identity;
    world.onClose(() => identity.close());
    // What is there to be stolen.
    const person = browser(world.url);
    await person.login();
    await browser(world.url).login('a-wrong-one-33');
    const { stores } = world;
    const factor = await withSecondFactor(person);
    const lost = browser(world.url);
    await lost.login();
    const challenge = lost.cookies.get('sluice_second_factor') ?? '';
    await lost.post('/login/second-factor', { code: '000000' });
    expect((await lost.post('/login/second-factor', { code: factor.codes[0]! })).status).toBe(200);
    const { userId } = (await stores.operators.find(operator)) ?? { userId: '' };
    const link = await accounts.passwordToken(userId);
    const invited = { address: eve, role: 'administer', createdBy: 'a test' } as const;
    const invitation = await stores.invitations.invite('_installation', invited, stores.clock.now());

    const copy = await words();
    const own = [person, lost].map(({ cookies }) => cookies.get('sluice_session') ?? '');
    const secrets = [...own, link.token, invitation.token, challenge, ...factor.codes, factor.secret];
    expect(secrets.every((secret) => secret.length > 6)).toBe(true);
    expect(copy.length).toBeGreaterThan(50);
    expect(logged.join()).toContain('second factor refused');
    expect(secrets.filter((secret) => copy.includes(secret) || copy.includes(plain(secret)))).toEqual([]);
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
    const later = Date.now() + 60_000;
    const answered = (sent: string) => accounts.answerChallenge(sent, here, async () => true);
    for (const word of copy) {
      for (const sent of [word, `${userId}.${later}.${word}`])
        expect([sent, await answered(sent)]).toEqual([sent, undefined]);
      for (const code of [word, plain(word), appCode(word.toUpperCase().replaceAll(/[^A-Z2-7]/g, ''))])
        expect([code, await secondFactors.use(userId, code)]).toEqual([code, undefined]);
    }
    const tried = copy
      .filter((word) => word.length >= 12)
      .map((typed) => accounts.logIn({ address: operator, password: typed }, here));
    expect((await Promise.all(tried)).filter(Boolean)).toEqual([]);

    // With what is not in it, each way works.
    expect(await sessions.find(`sluice_session=${secrets[0]}`)).toMatchObject({ role: 'administer' });
    expect(await accounts.logIn({ address: operator, password }, here)).toHaveProperty('challenge');
    expect(await answered(challenge)).toMatchObject({ person: { userId } });
    expect(await secondFactors.use(userId, appCode(factor.secret, 1))).toBe('code');
    expect(await secondFactors.use(userId, factor.codes[1]!)).toBe('recovery code');
    const accepted = { token: invitation.token, name: 'eve', password };
    expect(await accounts.acceptInvitation(accepted, undefined)).toMatchObject({ kind: 'done' });
    expect(await accounts.resetPassword(link.token, reset)).toMatchObject({ kind: 'done' });
    await another.close();
  }, 300_000);
});
