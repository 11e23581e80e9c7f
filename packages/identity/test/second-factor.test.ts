import { createOTP } from '@better-auth/utils/otp';
import { duringTests } from '@sluice/testing';
import { randomBytes } from 'node:crypto';
import { ada, here, openIdentities, password } from './identities.js';

const world = duringTests(openIdentities);
const STEP_MS = 30_000;

/** The code of an authenticator app, so many periods of 30 s from now. */
async function codeOf(uri: string, periods = 0): Promise<string> {
  const base32 = new URL(uri).searchParams.get('secret') ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...base32].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  return createOTP(bytes).hotp(Math.floor(Date.now() / STEP_MS) + periods);
}

/** A person with a second factor, confirmed with the code of the period before. */
async function withFactor(address: string) {
  const userId = await world.operator(address);
  const { secondFactors } = world.identity;
  const { uri = '' } = (await secondFactors.setUp(userId, address)) ?? {};
  const codes = await secondFactors.confirm(userId, await codeOf(uri, -1));
  return { userId, uri, codes: codes ?? [] };
}

describe('a second factor', () => {
  it('counts only once a code has confirmed it, and then a password begins no session', async () => {
    const userId = await world.operator(ada);
    const { secondFactors, accounts } = world.identity;
    const first = await secondFactors.setUp(userId, ada);
    const { uri = '' } = (await secondFactors.setUp(userId, ada)) ?? {};
    expect(await secondFactors.isOn(userId)).toBe(false);
    expect(await accounts.logIn({ address: ada, password }, here)).toHaveProperty('token');
    for (const wrong of ['', '000000x', await codeOf(uri, -40), await codeOf(first?.uri ?? '', -1)])
      expect([wrong, await secondFactors.confirm(userId, wrong)]).toEqual([wrong, undefined]);
    expect(await secondFactors.confirm(userId, await codeOf(uri))).toHaveLength(10);
    expect(await secondFactors.setUp(userId, ada)).toBeUndefined();
    const asked = await accounts.logIn({ address: ada, password }, here);
    expect(Object.keys(asked ?? {})).toEqual(['challenge']);
  });

  it('takes each code once, in whatever process and however many at once, and none of yesterday', async () => {
    const { userId, uri } = await withFactor('bob@example.com');
    const code = await codeOf(uri);
    const processes = [world.identity, world.another(), world.another()];
    const taken = await Promise.all(processes.map(({ secondFactors }) => secondFactors.use(userId, code)));
    expect(taken.filter((by) => by === 'code')).toHaveLength(1);
    for (const periods of [-2_880, -2, -1, 0])
      expect(await world.identity.secondFactors.use(userId, await codeOf(uri, periods))).toBeUndefined();
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
    const { userId, uri, codes } = await withFactor('dan@example.com');
    const dump = JSON.stringify(await world.db.collection('identityTwoFactors').find().toArray());
    for (const secret of [new URL(uri).searchParams.get('secret') ?? '', ...codes, ...codes.map(plain)])
      expect(dump).not.toContain(secret);
    const other = world.another(world.stores, randomBytes(32).toString('base64'));
    expect(await other.secondFactors.use(userId, await codeOf(uri))).toBeUndefined();
    expect(await other.secondFactors.use(userId, codes[0] ?? '')).toBeUndefined();
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
    expect(await world.another().accounts.challenged(challenge)).toMatchObject({ userId });
    const [, until = '', signature = ''] = challenge.split('.');
    for (const forged of ['', `${userId}.${Number(until) + 1}.${signature}`, `${userId}.1.${signature}`])
      expect(await accounts.challenged(forged)).toBeUndefined();
    const sent = { current: password, password: 'loud-otter-3311', sessionId: '' };
    expect(await own.changePassword({ userId, address: 'gus@example.com' }, sent)).toEqual({ kind: 'done' });
    expect(await accounts.challenged(challenge)).toBeUndefined();
  });
});

function plain(code: string): string {
  return code.replace('-', '');
}
