import { ulidTime } from './ulid-time.js';

describe('ulidTime', () => {
  it('is the time part of a ULID', () => {
    // The example from the ULID specification.
    expect(ulidTime(1_469_918_176_385)).toBe('01ARYZ6S41');
  });

  it('sorts by time and ends at the greatest ULID time', () => {
    const times = [0, 1, 31, 32, 1_469_918_176_385, 1_469_918_176_386, 2 ** 48 - 1].map(ulidTime);
    expect([...times].sort()).toEqual(times);
    expect(ulidTime(-5)).toBe('0000000000');
    expect(ulidTime(2 ** 60)).toBe('7ZZZZZZZZZ');
  });
});
