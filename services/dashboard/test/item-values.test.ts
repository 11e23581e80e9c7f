/** What forms do to an item while nobody types, and while somebody does. */
import fc from 'fast-check';
import { deepestName, together } from '../web/src/components/submit.js';
import { placeOfOther } from '../web/src/frame/other-tenant.js';
import {
  changesOfTwo,
  differences,
  merged,
  tidied,
  withoutCredentials,
  withValueAt,
  type Item,
} from '../web/src/items/values.js';

/** Words of the list of contracts that an own list would miss. */
const names = ['pass', 'pwd', 'pin', 'auth', 'Cookie', 'sig', 'jwt', 'X-Key', 'accesskey', 'user[password]'];

const json = fc
  .dictionary(fc.string({ minLength: 1, maxLength: 6 }), fc.jsonValue({ maxDepth: 4 }))
  // It would be no key of an object that is written out.
  .filter((item) => !JSON.stringify(item).includes('__proto__')) as fc.Arbitrary<Item>;

describe('an item in a form', () => {
  it('is the same if nobody changed it, whatever is in it', () => {
    fc.assert(fc.property(json, (item) => expect(tidied(item, item)).toEqual(item)));
  });

  it('is that of whoever alone changed it', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        expect(differences(merged(one, other, one), other)).toEqual([]);
        expect(differences(merged(one, one, other), other)).toEqual([]);
      }),
    );
  });

  it('keeps the changes of two people who changed different fields', () => {
    const was = { name: 'A', caps: [{ cap: 1 }, { cap: 2 }], settings: { timezone: 'UTC' } };
    const mine = withValueAt(was, ['caps', 1, 'cap'], 5);
    const theirs = withValueAt(was, ['settings', 'timezone'], undefined);
    expect(changesOfTwo(was, mine, theirs).map(({ by }) => by)).toEqual(['me', 'them']);
    expect(merged(was, mine, theirs)).toEqual({ name: 'A', caps: [{ cap: 1 }, { cap: 5 }], settings: {} });
  });

  it.each<readonly [string, string, string, 'me' | 'them' | 'both']>([
    ['b is changed here, and x stands before it there', 'aB', 'xab', 'both'],
    ['b is changed here, and a is removed there', 'aB', 'b', 'both'],
    ['a is removed here, and b is changed there', 'b', 'aB', 'both'],
    ['c is added here alone', 'abc', 'ab', 'me'],
    ['c is added there alone', 'ab', 'abc', 'them'],
    ['c is added by both, and d here', 'abcd', 'abc', 'me'],
    ['c is added here and d there', 'abc', 'abd', 'both'],
    ['c is added here, and b is removed there', 'abc', 'a', 'both'],
    ['a is removed and c added here, and a is changed there', 'bc', 'Ab', 'both'],
  ])('has a list as a whole once its entries have other places: %s', (_what, mine, theirs, by) => {
    const caps = (names: string) => ({ caps: [...names].map((name) => ({ name })) });
    const change = { path: ['caps'], mine: caps(mine).caps, theirs: caps(theirs).caps, by };
    expect(changesOfTwo(caps('ab'), caps(mine), caps(theirs))).toEqual([change]);
    const stays = by === 'them' ? theirs : mine;
    expect(merged(caps('ab'), caps(mine), caps(theirs))).toEqual(caps(stays));
    expect(merged(caps('ab'), caps(mine), caps(theirs), () => true)).toEqual(caps(theirs));
  });

  it('may have a field that is named as what every object has', () => {
    const change = { path: ['constructor'], mine: 'a', theirs: undefined, by: 'me' };
    expect(changesOfTwo({}, { constructor: 'a' }, {})).toEqual([change]);
    expect(differences({}, { constructor: 'a' })).toEqual([
      { path: ['constructor'], before: undefined, after: 'a' },
    ]);
  });

  it('loses what was emptied, with the objects that this leaves empty, but none that was empty before', () => {
    const was = { settings: {}, price: { currency: 'USD' } };
    const typed = {
      settings: {},
      price: { currency: undefined },
      returns: { windowDays: undefined },
      tags: [],
    };
    expect(tidied(typed, was)).toEqual({ settings: {}, price: {}, tags: [] });
  });

  it.each<readonly [Item]>([
    [{ headers: { Authorization: 'Bearer abc' } }],
    [{ headers: { 'X-Api-Key': 'abc' } }],
    [{ settings: { webhooks: { secret: 'whsec_abc' } } }],
    [{ url: 'https://buyer.example/?token=abc' }],
    [{ template: '{"password": "abc"}' }],
    ...names.map((name): readonly [Item] => [{ mapping: { [name]: 'abc' } }]),
    ...names.map((name): readonly [Item] => [{ mapping: { [name]: ['abc'] } }]),
    [{ headers: { 'X-Partner': 'abc', Accept: '{{ secrets.a }} abc' } }],
    [{ note: 'Bearer abc' }],
    [{ notes: ['Bearer abc', 'password=abc'] }],
    [{ url: 'https://user:abc@buyer.example/' }],
    [{ url: 'https://abc@buyer.example/' }],
    [{ urls: ['https://buyer.example/?key=abc&v=2'] }],
    [{ url: 'https://buyer.example/?key={{ secrets.acme }}&sig=abc' }],
  ])('is kept without what may be a credential: %j', (item) => {
    expect(JSON.stringify(withoutCredentials(item, {}))).not.toContain('abc');
  });

  it('is kept with what only names a secret, and with the mark of a stored one', () => {
    const item = {
      ...{ key: 'injury', name: 'Bearers', tokenType: 'Basic, paid', tags: ['monkey'], active: false },
      ...{ secret: '••••', url: 'https://buyer.example/?token=••••', template: '{"pin": "{{ pin }}"}' },
      headers: {
        'X-Api-Key': '{{ secrets.acme }}',
        Authorization: 'Bearer {{ secrets.acme }}',
        'X-A': '••••',
      },
      targets: [
        { url: 'https://{{ secrets.user }}:{{ secrets.pass }}@buyer.example/?key={{ secrets.acme }}' },
      ],
    };
    expect(withoutCredentials(item, {})).toEqual(item);
    expect(withoutCredentials({ secret: 'typed' }, { secret: '••••' })).toEqual({ secret: '••••' });
  });
});

describe('a problem that the server names', () => {
  const names = new Set(['limits', 'limits.0', 'limits.0.cap', 'name']);
  it.each([
    ['limits.0.cap: is required', 'limits.0.cap'],
    ['limits.0.budget: must not stand beside a cap', 'limits.0'],
    ['limits.1.cap: is required', 'limits'],
    ['names: is not a known field', undefined],
    ['name: must be at most 500 characters: it has 501', 'name'],
  ])('stands beside the deepest field that there is: %s', (line, name) => {
    expect(deepestName(line, names)).toBe(name);
  });

  it('is shown beside those of a part, not instead', () => {
    expect(together('is required', 'is there twice')).toBe('is required · is there twice');
    expect(together(undefined, 'is there twice')).toBe('is there twice');
    expect(together(undefined, undefined)).toBeUndefined();
  });
});

describe('another tenant, chosen on a page of one tenant,', () => {
  it.each([
    ['/items/alpha/offers/off_1', '/items/b%2Fa/offers'],
    ['/items/alpha/offers/off_1/history', '/items/b%2Fa/offers'],
    ['/items/alpha/offers', '/items/b%2Fa/offers'],
    ['/new/alpha/offers', '/items/b%2Fa/offers'],
    ['/items/alpha/tenant/alpha', '/items/b%2Fa/tenant/b%2Fa'],
    ['/leads/alpha/lead_1', '/leads?tenant=b%2Fa'],
  ])('has a page like that: %s', (pathname, there) => {
    expect(placeOfOther(pathname, 'b/a')).toBe(there);
  });
});
