import { createLoginAttempts } from './attempts.js';

const minute = 60_000;

describe('attempts to log in', () => {
  it('are ten from one address in ten minutes, then have to wait', () => {
    const attempts = createLoginAttempts();
    for (let n = 0; n < 10; n += 1) expect(attempts.count('10.0.0.1', n)).toBeUndefined();
    expect(attempts.count('10.0.0.1', 4 * minute)).toBe(360);
    expect(attempts.count('10.0.0.2', 4 * minute)).toBeUndefined();
    expect(attempts.count('10.0.0.1', 10 * minute)).toBeUndefined();
  });

  it('begin anew for an address that knew the password', () => {
    const attempts = createLoginAttempts();
    for (let n = 0; n < 10; n += 1) attempts.count('10.0.0.1', 0);
    attempts.succeeded('10.0.0.1');
    expect(attempts.count('10.0.0.1', 0)).toBeUndefined();
  });

  it('are bounded from all addresses together', () => {
    const attempts = createLoginAttempts();
    for (let n = 0; n < 200; n += 1) expect(attempts.count(`10.0.1.${n}`, 0)).toBeUndefined();
    expect(attempts.count('10.0.2.1', 0)).toBe(600);
  });
});
