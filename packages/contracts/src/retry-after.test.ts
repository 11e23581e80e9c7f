import fc from 'fast-check';
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
    ['Sunday, 01-Mar-26 12:01:00 GMT', 60_000],
    ['Sun, 01 Mar 2026 13:01:00 +0100', 60_000],
    ['2026-03-01T12:01:00Z', 60_000],
    ['2026-03-01T12:01:00', 60_000],
    [' 30 ', 30_000],
    ['999999999', 3_600_000],
    ['9'.repeat(400), 3_600_000],
    ['Sun, 01 Mar 9999 12:01:00 GMT', 3_600_000],
    ['Sun, 31 Feb 2026 99:99:99 GMT', undefined],
    ['March', undefined],
    ['1e9', undefined],
    ['0x10', undefined],
    ['Infinity', undefined],
    ['120, 120', undefined],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
  ])('reads %j', (header, expected) => {
    expect(retryAfterMs({ 'retry-after': header }, now, 3_600_000)).toBe(expected);
  });

  it('yields no delay when the header is absent', () => {
    expect(retryAfterMs({}, now, 1)).toBeUndefined();
  });

  it('reads the same instant in every form in which a server may write it', () => {
    const instant = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, (exact) => {
        const at = new Date(Math.floor(exact.getTime() / 1_000) * 1_000);
        const from = new Date(at.getTime() - 5_000);
        for (const written of [at.toUTCString(), at.toISOString(), asctime(at), '5']) {
          expect(retryAfterMs({ 'retry-after': written }, from, 60_000)).toBe(5_000);
        }
      }),
    );
  });

  it('is a wait within bounds or none, whatever the header says', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.double().map(String), fc.string({ unit: 'binary' })),
        (written) => {
          const ms = retryAfterMs({ 'retry-after': written }, now, 1_000) ?? 0;
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThanOrEqual(1_000);
        },
      ),
    );
  });
});

function asctime(at: Date): string {
  const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ');
  return `${day} ${month} ${date?.replace(/^0/, ' ')} ${time} ${year}`;
}
