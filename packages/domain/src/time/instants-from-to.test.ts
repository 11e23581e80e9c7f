import { instantsFromTo } from './instants-from-to.js';

describe('a range of days and instants', () => {
  const range = (from: string | undefined, to: string | undefined, zone = 'America/New_York') => {
    const { from: first, before } = instantsFromTo(from, to, zone);
    return [first?.toISOString(), before?.toISOString()];
  };

  it.each([
    // Days are whole days of the zone, both included; the second is the day on which its clocks go back.
    ['2026-10-31', '2026-10-31', '2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['2026-03-08', '2026-03-09', '2026-03-08T05:00:00.000Z', '2026-03-10T04:00:00.000Z'],
    // An instant is included too.
    ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z', '2026-11-01T12:00:00.000Z', '2026-11-01T12:00:00.001Z'],
    [undefined, '2026-10-31', undefined, '2026-11-01T04:00:00.000Z'],
    ['2026-10-31', undefined, '2026-10-31T04:00:00.000Z', undefined],
  ])('from %s to %s', (from, to, first, before) => {
    expect(range(from, to)).toEqual([first, before]);
  });
});
