import { passwordWeakness } from './password-rule.js';

describe('a password', () => {
  it.each([
    ['', 'must have at least 12 characters'],
    ['kT4-v9z!Qm2', 'must have at least 12 characters'],
    ['kT4-v9z!Qm2w'.repeat(11), 'must have at most 128 characters'],
    ['changeme12345', 'is easy to guess: use a random one'],
    ['change-me-change-me', 'is easy to guess: use a random one'],
    ['sluice-operator', 'is easy to guess: use a random one'],
    ['Password1234!', 'is easy to guess: use a random one'],
    ['aaaaaaaaaaaaaa', 'is easy to guess: use a random one'],
    ['1234567890123', 'is easy to guess: use a random one'],
    ['Ada.Lovelace@example.com', 'must not be the own address'],
  ])('%j is refused as too weak', (password, because) => {
    expect(passwordWeakness(password, 'ada.lovelace@example.com')).toBe(because);
  });

  it.each(['yh95-t8kx-2pyy-y7nq', 'correct horse battery staple', 'kT4-v9z!Qm2w'])(
    '%j is accepted',
    (password) => {
      expect(passwordWeakness(password, 'ada.lovelace@example.com')).toBeUndefined();
    },
  );
});
