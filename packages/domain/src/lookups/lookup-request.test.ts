/** What a vendor is asked: fields of the lead, escaped for their place, and secrets in the request that is sent alone. */
import { factsOf } from '../../test/facts.js';
import { lookupFingerprint, lookupRequest } from './lookup-request.js';

const url =
  'https://v.example/a/{{ x }}?n={{phone_national}}&d={{ phone_digits }}&p={{ phone }}&k={{ secrets.k }}';
const ask = { url, method: 'GET' as const };
const about = (x: unknown, phone = '+14155550132') =>
  factsOf({ x }, { data: { phone, questionnaire: { x } } });
const urlOf = (x: unknown, phone?: string, secrets?: Record<string, string>) => {
  const request = lookupRequest(ask, about(x, phone), secrets);
  return request.kind === 'request' ? request.url : request.reason;
};

it.each<[string, unknown, string]>([
  ['a slash', 'a/../b', 'a%2F..%2Fb'],
  ['dots', '..', ''],
  ['a new parameter', 'a&k=stolen#', 'a%26k%3Dstolen%23'],
  ['a reference to a secret', '{{ secrets.k }}', '%7B%7B%20secrets.k%20%7D%7D'],
  ['half of a character', 'a\ud800', 'a%EF%BF%BD'],
  ['a list', ['a', 1], 'a%2C1'],
  ['nothing', undefined, ''],
])('a value with %s stays in its place', (_what, x, written) => {
  expect(urlOf(x, undefined, { k: 'K/1' })).toBe(
    `https://v.example/a/${written}?n=4155550132&d=14155550132&p=%2B14155550132&k=K%2F1`,
  );
});

it('a text that is no number keeps its digits', () => {
  expect(urlOf('', 'call 12 34')).toContain('n=1234&d=1234&p=call%2012%2034');
});

it.each(['constructor', '__proto__', 'toString'])(
  'a field with the name %s is empty unless the lead has it',
  (key) => {
    const asked = { ...ask, url: `https://v.example/?c={{ ${key} }}` };
    expect(lookupRequest(asked, about('a'))).toMatchObject({ url: 'https://v.example/?c=' });
    const sent = factsOf(JSON.parse(`{ "${key}": "own" }`) as Record<string, unknown>);
    expect(lookupRequest(asked, sent)).toMatchObject({ url: 'https://v.example/?c=own' });
  },
);

const map = [{ field: 'code', jsonPath: '$.code' }];
const print = (x: string, read: Parameters<typeof lookupFingerprint>[1] = { map }) => {
  const request = lookupRequest(ask, about(x));
  return request.kind === 'request' ? lookupFingerprint(request, read) : '';
};

it('a request is the same whatever the secrets are, and another for another lead', () => {
  expect(print('a')).toBe(print('a'));
  expect(print('a')).not.toBe(print('b'));
});

it('a request is another once its answer is read or judged otherwise', () => {
  const goodWhen = { jsonPath: '$.ok', equals: true };
  const reads = [{ map }, { map: [{ field: 'code', jsonPath: '$.Code' }] }, { map, goodWhen }];
  expect(
    new Set([...reads, { map, goodWhen: { ...goodWhen, equals: 'true' } }].map((it) => print('a', it))).size,
  ).toBe(4);
});

it('the body of a POST is a template that escapes values, and JSON unless a header says otherwise', () => {
  const post = {
    url: 'https://v.example/',
    method: 'POST' as const,
    body: '{"x":"{{ x }}","n":"{{ phone_national }}","k":"{{ secrets.k }}"}',
  };
  const request = lookupRequest(post, about('say "hi"'), { k: 'K' });
  expect(request).toMatchObject({ headers: { 'Content-Type': 'application/json' } });
  expect(JSON.parse((request as { body: string }).body)).toEqual({ x: 'say "hi"', n: '4155550132', k: 'K' });
  const form = {
    ...post,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'x={{ x | url_encode }}',
  };
  expect(lookupRequest(form, about('a b'))).toMatchObject({ headers: form.headers, body: 'x=a+b' });
});

it('a secret that the tenant does not have makes no request', () => {
  expect(urlOf('a', undefined, {})).toBe('secret_missing');
});
