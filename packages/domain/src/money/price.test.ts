import { priceSchema } from '@sluice/contracts';
import { campaignOf, clientOf, inState } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import { resolutionOf } from '../lifecycle/endings.js';
import { fixedPrice, priceTerms } from './price.js';

const californian = factsOf({}, { data: { address: { state: 'CA' } } });

const termsOf = (price: unknown, settings: Record<string, unknown> = {}, facts = californian) =>
  priceTerms({ price: price ? priceSchema.parse(price) : undefined }, clientOf({ settings }), facts);

describe('the expected price of a lead', () => {
  const rules = [
    { when: inState('NV'), amount: 70 },
    { when: { name: 'west', ...inState('CA') }, amount: 55 },
    { when: inState('CA'), amount: 60 },
  ];

  it('is that of the first rule that matches, and the trace names it', () => {
    const { terms, trace } = termsOf({ currency: 'usd', amount: 40, rules });
    expect(terms).toEqual({ currency: 'USD', expectedMinor: 5500 });
    expect(trace).toMatchObject([
      { looked: 'price_rule', at: '1', verdict: 'unmatched' },
      { looked: 'price_rule', at: 'west', verdict: 'matched', values: { amount: 55, currency: 'USD' } },
    ]);
  });

  it.each(['CA', 'California', 'Calif.', 'CA - California'])('is that of the state %s', (state) => {
    const facts = factsOf({}, { data: { address: { state } } });
    const price = { currency: 'USD', amount: 40, rules };
    expect(termsOf(price, {}, facts).terms).toEqual({ currency: 'USD', expectedMinor: 5500 });
  });

  it('is the amount when no rule matches', () => {
    const { terms, trace } = termsOf({ currency: 'USD', amount: 40, rules: rules.slice(0, 1) });
    expect(terms).toEqual({ currency: 'USD', expectedMinor: 4000 });
    expect(trace.at(-1)).toEqual({
      looked: 'expected_price',
      verdict: 'matched',
      values: { amount: 40, currency: 'USD' },
    });
  });

  it('is none without an amount, when no rule matches', () => {
    expect(termsOf({ currency: 'EUR', rules: rules.slice(0, 1) }).terms).toEqual({ currency: 'EUR' });
  });

  it.each([
    ['USD', 42.5, 4250],
    ['JPY', 42, 42],
    ['KWD', 1.234, 1234],
    ['USD', 0, 0],
  ])('is counted in the minor units of %s', (currency, amount, expectedMinor) => {
    expect(termsOf({ currency, amount }).terms).toEqual({ currency, expectedMinor });
  });
});

describe('the price of a placed lead', () => {
  it.each<[unknown, object, number | undefined, object | undefined]>([
    // The buyer's answer counts before the expected price, unless it is to be ignored.
    [{ currency: 'EUR', amount: 40 }, {}, 42.5, { price: 42.5, currency: 'EUR' }],
    [{ currency: 'EUR', amount: 40 }, {}, undefined, { price: 40, currency: 'EUR' }],
    [{ currency: 'EUR', amount: 40, fromAnswer: 'ignore' }, {}, 42.5, { price: 40, currency: 'EUR' }],
    [{ currency: 'EUR', fromAnswer: 'ignore' }, {}, 42.5, undefined],
    [{ currency: 'KWD', amount: 1.234 }, {}, undefined, { price: 1.234, currency: 'KWD' }],
    [{ currency: 'JPY', amount: 1250 }, {}, undefined, { price: 1250, currency: 'JPY' }],
    [{ currency: 'USD', amount: 0 }, {}, undefined, { price: 0, currency: 'USD' }],
    // The price of a campaign counts before the client's currency.
    [{ currency: 'EUR' }, { currency: 'CAD' }, 42.5, { price: 42.5, currency: 'EUR' }],
    // Without a price, only an answer counts: in the client's currency, else in US dollars.
    [undefined, { currency: 'CAD' }, 42.5, { price: 42.5, currency: 'CAD' }],
    [undefined, {}, 42.5, { price: 42.5, currency: 'USD' }],
    [undefined, {}, undefined, undefined],
  ])('with the price %j, a client with %j and the answer %j is %j', (price, settings, answered, fixed) => {
    expect(fixedPrice(termsOf(price, { ...settings }).terms, answered)).toEqual(fixed);
  });

  it('is the expected one when a person says that the buyer has the lead', () => {
    const { terms: expected } = termsOf({ currency: 'EUR', amount: 40 });
    const routed = { campaignId: 'ACMRU', clientId: 'cli_acme', priceTerms: expected };
    expect(resolutionOf('has_it', routed)).toMatchObject({ kind: 'delivered', price: 40, currency: 'EUR' });
    expect(resolutionOf('has_it', campaignOf())).not.toHaveProperty('price');
    expect(resolutionOf('does_not_have_it', routed)).not.toHaveProperty('price');
  });
});
