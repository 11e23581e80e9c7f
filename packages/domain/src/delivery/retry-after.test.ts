import { retryAfterMs } from './retry-after.js';

const now = new Date('2026-03-01T12:00:00Z');

describe('retryAfterMs', () => {
  it.each([
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['Sun, 01 Mar 2026 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sun Mar  1 12:01:00 2026', 60_000],
    ['999999999', 3_600_000],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('reads %j', (header, expected) => {
    expect(retryAfterMs({ 'retry-after': header }, now, 3_600_000)).toBe(expected);
  });

  it('yields no delay when the header is absent', () => {
    expect(retryAfterMs({}, now, 1)).toBeUndefined();
  });
});
