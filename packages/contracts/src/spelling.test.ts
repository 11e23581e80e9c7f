import { dayText, moneyText, monthText, timeText } from './spelling.js';

it('money has its sign, its thousands and the decimals of its currency', () => {
  expect(
    [
      [1250, 'USD'],
      [-12.5, 'USD'],
      [40, 'CAD'],
      [1250, 'JPY'],
      [1.5, 'KWD'],
    ].map(([amount, currency]) => moneyText(Number(amount), String(currency))),
  ).toEqual(['$1,250.00', '-$12.50', 'CA$40.00', '¥1,250', 'KWD 1.500']);
});

it('an instant names its time zone, on both sides of a clock change', () => {
  const at = (zone: string) =>
    ['2026-11-01T05:59:59Z', '2026-11-01T06:00:00Z'].map((instant) =>
      timeText(instant, zone, { seconds: true }),
    );
  expect(at('America/New_York')).toEqual(['Sun 1 Nov 2026, 01:59:59 EDT', 'Sun 1 Nov 2026, 01:00:00 EST']);
  expect(at('Asia/Kathmandu')[0]).toBe('Sun 1 Nov 2026, 11:44:59 GMT+5:45');
  expect(timeText('2026-11-01T00:00:00Z', 'UTC')).toBe('Sun 1 Nov 2026, 00:00 UTC');
  expect(timeText('2026-11-01T00:00:00Z', 'UTC', { timeOnly: true })).toBe('00:00 UTC');
});

it('a day and a month are the same in every time zone', () => {
  expect([dayText('2026-03-06'), monthText('2026-03')]).toEqual(['6 Mar 2026', 'March 2026']);
});
