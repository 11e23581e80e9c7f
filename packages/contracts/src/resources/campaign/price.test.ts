import { problemsIn } from '../../../test/problems-in.js';
import { priceSchema } from './price.js';

const problems = (value: unknown) => problemsIn(priceSchema, value);
const when = { subRules: [{ conditions: [{ field: 'state', operator: 'equals', value: ['CA'] }] }] };

describe('a price', () => {
  it("counts the buyer's answer unless it says otherwise", () => {
    expect(priceSchema.parse({ currency: 'usd', amount: 42.5 })).toEqual({
      currency: 'USD',
      amount: 42.5,
      fromAnswer: 'prefer',
    });
  });

  it.each([
    { currency: 'JPY', amount: 1250 },
    { currency: 'KWD', amount: 1.234 },
    { currency: 'USD', amount: 0 },
    { currency: 'USD', rules: [{ when, amount: 999_999_999_999 }], fromAnswer: 'ignore' },
  ])('may be %j', (price) => {
    expect(problems(price)).toEqual([]);
  });

  it.each<[unknown, readonly string[]]>([
    [{}, ['currency: is required']],
    [{ currency: 'USX', amount: 1 }, ['currency: must be an ISO 4217 currency code']],
    [{ currency: 'USD', amount: -1 }, ['amount: must be at least 0']],
    [{ currency: 'USD', amount: '40' }, ['amount: must be a number']],
    [{ currency: 'USD', amount: 1e12 }, ['amount: must be at most 999999999999']],
    [{ currency: 'USD', amount: 42.505 }, ['amount: must have at most 2 decimals in USD']],
    [{ currency: 'USD', amount: 1e-7 }, ['amount: must have at most 2 decimals in USD']],
    [{ currency: 'jpy', amount: 0.5 }, ['amount: must be a whole number in JPY']],
    [
      { currency: 'KWD', amount: 1.2345, rules: [{ when, amount: -0.0001 }, { amount: 1 }] },
      [
        'rules.0.amount: must be at least 0',
        'rules.1.when: is required',
        'amount: must have at most 3 decimals in KWD',
        'rules.0.amount: must have at most 3 decimals in KWD',
      ],
    ],
    [{ currency: 'USD', fromAnswer: 'average' }, ['fromAnswer: must be one of prefer, ignore']],
  ])('is not %j', (price, found) => {
    expect(problems(price)).toEqual(found);
  });
});
