import { appCode, duringTests, testEncryptionKey } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { ada, here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);

/** A person with a second factor, confirmed with the present code. */
async function withFactor(address: string) {
  const userId = await world.operator(address);
  const { secondFactors } = world.identity;
  const { secret = '' } = (await secondFactors.setUp(userId, address)) ?? {};
  const codes = await secondFactors.confirm(userId, appCode(secret));
  return { userId, secret, codes: codes ?? [] };
}

describe('a second factor', () => {
  it('counts only once a code has confirmed it, and then a password begins no session', async () => {
    const userId = await world.operator(ada);
    const { secondFactors, accounts } = world.identity;
    const first = await secondFactors.setUp(userId, ada);
    const { secret = '', uri = '' } = (await secondFactors.setUp(userId, ada)) ?? {};
    expect(uri).toContain(`otpauth://totp/Sluice:ada%40example.com?secret=${secret}&issuer=Sluice`);
    expect(await secondFactors.isOn(userId)).toBe(false);
    expect(await accounts.logIn({ address: ada, password }, here)).toHaveProperty('token');
    for (const wrong of ['', '000000x', appCode(secret, -40), appCode(first?.secret ?? '')])
      expect([wrong, await secondFactors.confirm(userId, wrong)]).toEqual([wrong, undefined]);
    expect(await secondFactors.confirm(userId, appCode(secret))).toHaveLength(10);
    expect(await secondFactors.setUp(userId, ada)).toBeUndefined();
    const asked = await accounts.logIn({ address: ada, password }, here);
    expect(Object.keys(asked ?? {})).toEqual(['challenge']);
  });

  it('takes each code once, in whatever process and however many at once, and none of yesterday', async () => {
    const { userId, secret } = await withFactor('bob@example.com');
    const code = appCode(secret, 1);
    const processes = [world.identity, world.another(), world.another()];
    const taken = await Promise.all(processes.map(({ secondFactors }) => secondFactors.use(userId, code)));
    expect(taken.filter((by) => by === 'code')).toHaveLength(1);
    for (const periods of [-2_880, -2, -1, 0])
      expect(await world.identity.secondFactors.use(userId, appCode(secret, periods))).toBeUndefined();
  });

  it('takes each recovery code once, however many at once, and new ones void the old', async () => {
    const { userId, codes } = await withFactor('cyd@example.com');
    const { secondFactors } = world.identity;
    const [one = '', two = '', three = ''] = codes;
    const elsewhere = world.another().secondFactors;
    const tries = [one, one, two, three].map((code, index) =>
      (index % 2 ? elsewhere : secondFactors).use(userId, code),
    );
    const taken = await Promise.all(tries);
    expect(taken.filter((by) => by === 'recovery code')).toHaveLength(3);
    expect(await secondFactors.recoveryCodesOf(userId)).toBe(7);
    const renewed = await secondFactors.renewRecoveryCodes(userId);
    expect(await secondFactors.use(userId, codes[5] ?? '')).toBeUndefined();
    expect(await secondFactors.use(userId, (renewed[0] ?? '').replace('-', ' ').toUpperCase())).toBe(
      'recovery code',
    );
  });

  it('cannot be proven with a copy of the database without the key', async () => {
    const { userId, secret, codes } = await withFactor('dan@example.com');
    const dump = JSON.stringify(await world.db.collection('identityTwoFactors').find().toArray());
    for (const word of [secret, ...codes, ...codes.map(plain)]) expect(dump).not.toContain(word);
    const other = world.another(world.stores, newKey());
    expect(await other.secondFactors.use(userId, appCode(secret, 1))).toBeUndefined();
    expect(await other.secondFactors.use(userId, codes[0] ?? '')).toBeUndefined();
  });

  it('whose key is lost lets nobody past it, until an administrator removes it', async () => {
    const { userId, secret } = await withFactor('hal@example.com');
    const { accounts, secondFactors } = world.another(world.stores, newKey());
    const asked = await accounts.logIn({ address: 'hal@example.com', password }, here);
    expect(Object.keys(asked ?? {})).toEqual(['challenge']);
    expect(await secondFactors.use(userId, appCode(secret, 1))).toBeUndefined();
    expect(await secondFactors.recoveryCodesOf(userId)).toBe(0);
    expect(await accounts.removeSecondFactor(userId)).toMatchObject({ address: 'hal@example.com' });
    expect(await accounts.logIn({ address: 'hal@example.com', password }, here)).toHaveProperty('token');
  });

  it('is encrypted anew with a new key, after which the old one is not needed, and nothing else changes', async () => {
    await world.db.collection('identityTwoFactors').deleteMany({});
    const { userId, secret, codes } = await withFactor('ian@example.com');
    const key = newKey();
    const both = world.another(world.stores, key, testEncryptionKey).accounts;
    expect(await both.reencryptSecondFactors()).toEqual({ reencrypted: 1, unreadable: 0 });
    expect(await both.reencryptSecondFactors()).toEqual({ reencrypted: 0, unreadable: 0 });
    const { secondFactors, accounts } = world.another(world.stores, key);
    expect(await secondFactors.use(userId, appCode(secret, -1))).toBeUndefined();
    expect(await secondFactors.use(userId, appCode(secret, 1))).toBe('code');
    expect(await secondFactors.use(userId, codes[3] ?? '')).toBe('recovery code');
    expect(await secondFactors.recoveryCodesOf(userId)).toBe(9);
    // What no key decrypts stays as it is, and is counted.
    await withFactor('jim@example.com');
    expect(await accounts.reencryptSecondFactors()).toEqual({ reencrypted: 0, unreadable: 1 });
  });

  it('goes with its account, and by an administrator', async () => {
    const { userId } = await withFactor('eve@example.com');
    const { accounts, secondFactors } = world.identity;
    expect(await accounts.removeSecondFactor(userId)).toMatchObject({ address: 'eve@example.com' });
    expect([await accounts.removeSecondFactor(userId), await secondFactors.isOn(userId)]).toEqual([
      undefined,
      false,
    ]);
    const { userId: gone } = await withFactor('fay@example.com');
    await world.stores.operators.remove(gone);
    await accounts.removeIfPlaceless(gone);
    expect(await secondFactors.isOn(gone)).toBe(false);
  });
});

describe('the challenge after a right password', () => {
  it('names its person for a few minutes, until the password changes, and cannot be forged', async () => {
    const { userId } = await withFactor('gus@example.com');
    const { accounts, own } = world.identity;
    const asked = await accounts.logIn({ address: 'gus@example.com', password }, here);
    const challenge = asked && 'challenge' in asked ? asked.challenge : '';
    const elsewhere = world.another().accounts;
    expect(await elsewhere.answerChallenge(challenge, here, isProven)).toMatchObject({ person: { userId } });
    expect(await elsewhere.answerChallenge(challenge, here, async () => false)).toBeUndefined();
    const [, until = '', signature = ''] = challenge.split('.');
    for (const forged of ['', `${userId}.${Number(until) + 1}.${signature}`, `${userId}.1.${signature}`])
      expect(await accounts.answerChallenge(forged, here, isProven)).toBeUndefined();
    const sent = { current: password, password: 'loud-otter-3311', sessionId: '' };
    expect(await own.changePassword({ userId, address: 'gus@example.com' }, sent)).toEqual({ kind: 'done' });
    expect(await accounts.answerChallenge(challenge, here, isProven)).toBeUndefined();
  });

  it.each([
    [
      'a new password',
      async (userId: string) => {
        const { token } = await world.accounts.passwordToken(userId);
        await world.accounts.resetPassword(token, 'loud-otter-3311');
      },
    ],
    [
      'the disabling of its person',
      async (userId: string) => {
        await world.stores.operators.disable(userId, new Date());
      },
    ],
  ])('begins no session after %s, however late that comes', async (what, change) => {
    const address = `${what.replaceAll(' ', '-')}@example.com`;
    const { userId } = await withFactor(address);
    const { accounts } = world.identity;
    const asked = await accounts.logIn({ address, password }, here);
    const challenge = asked && 'challenge' in asked ? asked.challenge : '';
    // Between the check of the challenge and the session.
    const late = async () => {
      await change(userId);
      return true;
    };
    expect(await accounts.answerChallenge(challenge, here, late)).toBeUndefined();
    expect(await world.db.collection('identitySessions').countDocuments({ userId })).toBe(0);
  });
});

const isProven = async () => true;
const newKey = () => randomBytes(32).toString('base64');

function plain(code: string): string {
  return code.replace('-', '');
}
