import { readJson } from '@sluice/contracts';
import fc from 'fast-check';
import { anyCharacter } from '../../test/any-character.js';
import { readAmount } from './read-amount.js';

describe('a readable amount', () => {
  it.each<[unknown, number]>([
    [42.5, 42.5],
    [0, 0],
    ['42', 42],
    ['42.50', 42.5],
    ['$1,250.00', 1250],
    ['42,50 €', 42.5],
    ['USD 42.50', 42.5],
    ['42.50USD', 42.5],
    ['usd42', 42],
    ['$42.50 USD', 42.5],
    ['USD $42.50', 42.5],
    ['US$42.50', 42.5],
    ['CA$ 42.50', 42.5],
    ['£7', 7],
    ['42,50 zł', 42.5],
    ['42 kr', 42],
    ['1,250', 1250],
    ['1.250', 1.25],
    ['1,250,000', 1_250_000],
    ['1.250.000', 1_250_000],
    ['1.250,5', 1250.5],
    ['1,250.5', 1250.5],
    ['1,25', 1.25],
    ['1,2500', 1.25],
    ['0,250', 0.25],
    ['1250,500', 1250.5],
    ['.50', 0.5],
    ['$.50', 0.5],
    ['007.50', 7.5],
    ['1 250,00', 1250],
    ['1\u00a0250,00\u00a0€', 1250],
    ['1\u202f250.00', 1250],
    ["1'250.00", 1250],
    ['CHF 1’250.00', 1250],
    [' \u200e42.50\u200b\n', 42.5],
    ['999999999999', 999_999_999_999],
  ])('is %j, read as %d', (written, amount) => {
    expect(Number(readAmount(written))).toBe(amount);
  });

  it.each([
    ['1.10', '1.10'],
    ['12', '12'],
    ['1.25E2', '125'],
    ['1e3', '1000'],
    ['5E-2', '0.05'],
    ['125e-1', '12.5'],
    ['0.0', '0.0'],
  ])('is a JSON number: %s is %s', (written, decimal) => {
    expect(readAmount(readJson(written)?.value)).toBe(decimal);
  });
});

describe('an unreadable amount', () => {
  it.each<unknown>([
    '-5',
    '- 5',
    '−5',
    '5-',
    '(5)',
    '+5',
    '$-5',
    -5,
    '-0.01 €',
    '0x1F',
    '1e3',
    '1E3',
    'Infinity',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1,250,000,000',
    '1.250.000.000',
    '1 250 000 000',
    '1.2.3',
    '1,2,3',
    '1,25,000',
    '1,250,00',
    '1.250,000.5',
    '12 50',
    '1  250',
    '1250,000,000',
    '0,250,000',
    '1,250 000',
    'Rs.500',
    'USD.50',
    '42.',
    '42,',
    '42.50.',
    '4 2',
    '٤٢',
    '42⁵⁰',
    '½',
    'from 42',
    '',
    ' ',
    'free',
    '$',
    null,
    undefined,
    true,
    [[42]],
    { amount: 42 },
    '1'.repeat(13),
    1e12,
    '9'.repeat(80),
    'sold for 42.50',
  ])('is %j', (written) => {
    expect(readAmount(written)).toBeUndefined();
  });
});

describe('an amount in an expected currency', () => {
  it.each([
    ['$42', 'USD'],
    ['$42', 'CAD'],
    ['CA$42', 'CAD'],
    ['42 CAD', 'cad'],
    ['AU$42', 'AUD'],
    ['42 kr', 'SEK'],
    ['R 42', 'ZAR'],
    ['42', 'JPY'],
  ])('may be written %s for %s', (written, currency) => {
    expect(readAmount(written, currency)).toBe('42');
  });

  it.each([
    ['€42', 'USD'],
    ['42 EUR', 'USD'],
    ['CA$42', 'USD'],
    ['$42', 'EUR'],
    ['42 kr', 'EUR'],
  ])('is not readable as %s for %s', (written, currency) => {
    expect(readAmount(written, currency)).toBeUndefined();
  });
});

describe('every way to write an amount', () => {
  const amount = fc.tuple(fc.nat({ max: 999_999_999 }), fc.stringMatching(/^\d{0,2}$/));
  const style = fc.record({
    thousands: fc.constantFrom('', ',', '.', ' ', '\u00a0', '\u202f', "'", '’'),
    decimal: fc.constantFrom('.', ','),
    mark: fc.constantFrom('', '$', '€', '£', 'USD', 'eur', 'US$', 'kr'),
    before: fc.boolean(),
    space: fc.constantFrom('', ' ', '\u00a0'),
  });

  it('reads back', () => {
    fc.assert(
      fc.property(amount, style, ([whole, cents], { thousands, decimal, mark, before, space }) => {
        fc.pre(thousands !== decimal);
        // `1.250` is 1.25: a point alone is a decimal point.
        fc.pre(thousands !== '.' || cents !== '' || whole > 999_999 || whole < 1_000);
        const integer = String(whole).replace(/\B(?=(\d{3})+$)/g, thousands);
        // `1,250` is 1250: a comma alone before three digits separates thousands.
        const digits = cents === '' ? integer : `${integer}${decimal}${cents}`;
        const written = before ? `${mark}${space}${digits}` : `${digits}${space}${mark}`;
        expect([written, Number(readAmount(written))]).toEqual([written, Number(`${whole}.${cents || '0'}`)]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is a decimal or nothing, and nothing throws', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[$€ .,'\d-]{0,12}$/));
    fc.assert(
      fc.property(
        fc.oneof(text, fc.jsonValue()),
        fc.option(fc.constantFrom('USD', 'EUR')),
        (value, currency) => {
          expect(readAmount(value, currency ?? undefined) ?? '0').toMatch(/^\d+(\.\d+)?$/);
        },
      ),
    );
  });
});
