import fc from 'fast-check';
import { holds } from '../../test/facts.js';
import { compareExactly, exactNumber, numeric } from './exact-number.js';

const compared = (a: unknown, b: unknown) => Math.sign(compareExactly(exactNumber(a)!, exactNumber(b)!));
const longDigits = fc.stringMatching(/^[1-9]\d{14,24}$/);

describe('numbers of any length', () => {
  it('are ordered as their digits are', () => {
    fc.assert(
      fc.property(longDigits, longDigits, (a, b) => {
        const [one, other] = [BigInt(a), BigInt(b)];
        expect(compared(a, b)).toBe(one < other ? -1 : one > other ? 1 : 0);
        expect(compared(`-${a}.5`, `-${b}.5`)).toBe(one < other ? 1 : one > other ? -1 : 0);
        expect(exactNumber(a)?.key === exactNumber(b)?.key).toBe(a === b);
      }),
    );
  });

  it('are ordered as doubles are where those are exact', () => {
    const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(compared(a, String(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(numeric(a)).toBe(a + 0);
        expect(exactNumber(a.toExponential())?.key).toBe(exactNumber(a)?.key);
      }),
    );
  });

  it.each(['5', '+5', '5.', '5.0', '005', '0.5e1', '50E-1', ' 5 ', '\u200b5'])('%j is 5', (text) => {
    expect(exactNumber(text)?.key).toBe(exactNumber(5)?.key);
  });

  it.each([
    ['0', '-0.00'],
    ['.5', '0.50'],
    ['12000', '1.2E4'],
  ])('%j and %j are one number', (one, other) => {
    expect(exactNumber(one)?.key).toBe(exactNumber(other)?.key);
  });

  it.each([
    '',
    ' ',
    '.',
    '-',
    'e5',
    '5e',
    '1,5',
    '0x10',
    'Infinity',
    Number.NaN,
    true,
    null,
    undefined,
    ['5'],
  ])('%p is no number', (value) => expect(exactNumber(value)).toBeUndefined());

  it('are read in a time that grows with their length', () => {
    expect(exactNumber(`1${'0'.repeat(200_000)}1`)?.digits).toHaveLength(200_002);
    expect(exactNumber(`${'0'.repeat(200_000)}x`)).toBeUndefined();
  });
});

describe('two different digit strings', () => {
  it('are never equal in a condition, however long, in short lists and in long ones', () => {
    const filler = Array.from({ length: 20 }, (_, n) => `filler-${n}`);
    fc.assert(
      fc.property(longDigits, longDigits, (found, wanted) => {
        fc.pre(found !== wanted);
        for (const operator of ['equals', 'in'] as const) {
          expect(holds(operator, found, [wanted])).toBe(false);
          expect(holds(operator, found, [wanted, ...filler])).toBe(false);
        }
        expect(holds('between', found, [wanted, wanted])).toBe(false);
        expect(holds('greater_than', found, [wanted])).toBe(BigInt(found) > BigInt(wanted));
        expect(holds('less_than_or_equal', found, [wanted])).toBe(BigInt(found) < BigInt(wanted));
      }),
    );
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['9007199254740993', 9007199254740992],
    ['12345678901234567', '12345678901234568'],
    ['0.30000000000000001', 0.3],
  ])('%p and %p are not equal', (found, wanted) => {
    for (const [one, other] of [
      [found, wanted],
      [wanted, found],
    ] as const) {
      expect(holds('equals', one, [other])).toBe(false);
      expect(holds('in', one, [other, ...Array.from({ length: 20 }, (_, n) => n)])).toBe(false);
      expect(holds('not_between', one, [other, other])).toBe(true);
    }
  });
});
