import fc from 'fast-check';
import { firstOutsideQuietHours, quietUntil } from './quiet-hours.js';
import { wallTimeAt } from './wall-time.js';

const at = (text: string) => new Date(text);
const iso = (date: Date | undefined) => date?.toISOString();
const eastern = 'America/New_York';

describe('quiet hours', () => {
  it.each([
    ['before 08:00', '2026-01-15T12:59:59.999Z', '2026-01-15T13:00:00.000Z'],
    ['at 08:00', '2026-01-15T13:00:00.000Z', undefined],
    ['before 21:00', '2026-01-16T01:59:59.999Z', undefined],
    ['at 21:00', '2026-01-16T02:00:00.000Z', '2026-01-16T13:00:00.000Z'],
    ['at midnight', '2026-01-16T05:00:00.000Z', '2026-01-16T13:00:00.000Z'],
    ['in the night when clocks go forward', '2026-03-08T06:30:00.000Z', '2026-03-08T12:00:00.000Z'],
    ['in the night when clocks go back', '2026-11-01T05:30:00.000Z', '2026-11-01T13:00:00.000Z'],
  ])('%s in New York', (_when, from, until) => {
    expect(iso(quietUntil([eastern], at(from), at(from)))).toBe(until);
  });

  it('of several zones are over when it is 08:00 in the last, and begin when it is 21:00 in the first', () => {
    const zones = [eastern, 'America/Chicago'];
    const until = (from: string) => iso(quietUntil(zones, at(from), at(from)));
    expect(until('2026-01-15T13:30:00Z')).toBe('2026-01-15T14:00:00.000Z');
    expect(until('2026-01-15T14:00:00Z')).toBeUndefined();
    expect(until('2026-01-16T01:59:00Z')).toBeUndefined();
    expect(until('2026-01-16T02:00:00Z')).toBe('2026-01-16T14:00:00.000Z');
  });

  it('keep back what would only be under way when they begin', () => {
    const [from, by] = [at('2026-01-16T01:59:45Z'), at('2026-01-16T02:00:15Z')];
    expect(iso(quietUntil([eastern], from, by))).toBe('2026-01-16T13:00:00.000Z');
  });

  it('in any zone end within a day, at an instant at which everybody is awake', () => {
    const zones = fc.constantFrom<readonly string[]>(
      [eastern],
      ['Asia/Kolkata'],
      ['Australia/Lord_Howe'],
      ['Pacific/Apia'],
      ['America/Anchorage', 'America/Adak'],
      ['America/Phoenix', 'America/Denver'],
    );
    const instants = fc.date({
      min: at('2025-01-01T00:00:00Z'),
      max: at('2029-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, instants, (those, from) => {
        const awake = firstOutsideQuietHours(those, from);
        const waits = awake.getTime() - from.getTime();
        expect(waits).toBeGreaterThanOrEqual(0);
        expect(waits).toBeLessThan(86_400_000);
        for (const zone of those) {
          const hour = new Date(wallTimeAt(zone, awake.getTime())).getUTCHours();
          expect(hour).toBeGreaterThanOrEqual(8);
          expect(hour).toBeLessThan(21);
        }
      }),
    );
  });
});
