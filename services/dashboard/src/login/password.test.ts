import { hashPassword } from '@sluice/store';
import { scryptSync } from 'node:crypto';
import { keepPassword, passwordWeakness } from './password.js';

describe('the operator password', () => {
  it('matches the same password and no other', async () => {
    const { matches } = await keepPassword('quiet-heron-7719');
    expect(await matches('quiet-heron-7719')).toBe(true);
    for (const attempt of ['', 'quiet-heron-7718', 'quiet-heron-7719 ', 'slk_0123456789']) {
      expect(await matches(attempt)).toBe(false);
    }
  });

  it('yields the same signing key in every process, and a different one once it changes', async () => {
    const [one, same, other] = await Promise.all(
      ['a-password-1', 'a-password-1', 'a-password-2'].map((each) => keepPassword(each)),
    );
    expect(one?.signingKey.equals(same?.signingKey ?? Buffer.alloc(0))).toBe(true);
    expect(one?.signingKey.equals(other?.signingKey ?? Buffer.alloc(0))).toBe(false);
  });

  it('is as costly to guess as the stored password of an operator', async () => {
    const { signingKey } = await keepPassword('a-password-1');
    const [, N, r, p] = (await hashPassword('a-password-1')).split('$').map(Number);
    const costs = { N: N!, r: r!, p: p! };
    expect(signingKey).toEqual(scryptSync('a-password-1', 'sluice console sessions', 32, costs));
  });

  it.each([
    ['', 'must have at least 12 characters'],
    ['kT4-v9z!Qm2', 'must have at least 12 characters'],
    ['changeme12345', 'is easy to guess: use a random one'],
    ['change-me-change-me', 'is easy to guess: use a random one'],
    ['sluice-operator', 'is easy to guess: use a random one'],
    ['Password1234!', 'is easy to guess: use a random one'],
    ['aaaaaaaaaaaaaa', 'is easy to guess: use a random one'],
    ['1234567890123', 'is easy to guess: use a random one'],
  ])('%j is refused in production as too weak', (password, because) => {
    expect(passwordWeakness(password)).toBe(because);
  });

  it.each(['yh95-t8kx-2pyy-y7nq', 'correct horse battery staple', 'kT4-v9z!Qm2w'])(
    '%j is accepted in production',
    (password) => {
      expect(passwordWeakness(password)).toBeUndefined();
    },
  );
});
