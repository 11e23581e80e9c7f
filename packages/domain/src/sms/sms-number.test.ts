import fc from 'fast-check';
import { smsNumber } from './sms-number.js';

describe('smsNumber', () => {
  it.each([
    ['+14155550132', '+14155550132'],
    ['(415) 555-0132', '+14155550132'],
    ['1 415 555 0132', '+14155550132'],
    ['+44 (0)7911 123456', '+447911123456'],
    ['+4407911123456', '+447911123456'],
    ['447911123456', '+447911123456'],
    ['whatsapp:+14155550132', '+14155550132'],
    ['\u202a+1\u00a0415\u200b555‑0132\u202c', '+14155550132'],
    ['＋１４１５５５５０１３２', '+14155550132'],
    ['32665', '32665'],
    [' ACME ', 'ACME'],
    ['', ''],
  ])('spells %j as %j', (sent, number) => expect(smsNumber(sent)).toBe(number));

  it('reads a national number in its country', () => {
    expect(smsNumber('07911 123456', 'GB')).toBe('+447911123456');
  });

  it('spells every spelling of a number alike, and its own result unchanged', () => {
    const subscriber = fc.integer({ min: 2_000_000, max: 9_999_999 }).map(String);
    fc.assert(
      fc.property(subscriber, (seven) => {
        const [three, four] = [seven.slice(0, 3), seven.slice(3)];
        const spelled = [
          `+1415${seven}`,
          `(415) ${three}-${four}`,
          `1.415.${three}.${four}`,
          `rcs:+1415${seven}`,
        ];
        expect(new Set(spelled.map((each) => smsNumber(each)))).toEqual(new Set([`+1415${seven}`]));
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(smsNumber(smsNumber(text))).toBe(smsNumber(text));
      }),
    );
  });
});
