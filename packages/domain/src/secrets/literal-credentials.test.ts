import fc from 'fast-check';
import { credentialName } from './credential-names.js';
import { isOnlyReferences } from './credential-value.js';
import { literalProblem } from './judge-text.js';
import { credentialsInTemplate } from './literal-credentials.js';
import { looksRandom } from './looks-random.js';

const header = (name: string, text: string) =>
  literalProblem({ kind: 'header', path: ['headers', name], text }) !== undefined;
const url = (text: string) => literalProblem({ kind: 'url', path: ['url'], text }) !== undefined;
const template = (text: string) =>
  literalProblem({ kind: 'template', path: ['template'], text }) !== undefined;
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const base62 = 'aB3dE6gH9jK2mN5pQ8sT';

describe('a name', () => {
  it.each([
    ...['password', 'pass', 'PWD', 'secret', 'clientSecret', 'token', 'access_token', 'authtoken', 'apikey'],
    ...[
      'api_key',
      'apiKey',
      'X-Api-Key',
      'Ocp-Apim-Subscription-Key',
      'pin',
      'auth',
      'X-Auth',
      'Authorization',
    ],
    ...['APIKey', 'userPIN', 'license-key', 'Cookie'],
    ...['accesskey', 'privatekey', 'authkey', 'passkey', 'pw', 'partnerPw'],
    ...['password1', 'token2', 'api_key_2', 'apiKeyV2', 'X-Auth-Token-1'],
  ])('%s is that of a credential', (name) => expect(credentialName(name)).toBe('certain'));

  it.each([
    'monkey',
    'compass',
    'bypass',
    'tokenType',
    'auth_method',
    'pinCode2',
    'author',
    'spin',
    'passThrough',
    'oauth2',
    'turkey',
    'v2',
  ])('%s is not', (name) => expect(credentialName(name)).toBe('no'));
});

describe('a header', () => {
  it.each([
    ['Authorization', 'Bearer abc'],
    ['Authorization', 'Basic dXNlcjpwYXNz'],
    ['authorization', 'hunter2'],
    ['X-Api-Key', 'abc'],
    ['X-Auth-Token', '1'.repeat(4)],
    ['X-Key', hex],
    ['X-Partner', 'Bearer abcdefgh'],
    ['Cookie', 'session=abc'],
    ['Authorization', `{{ secrets.user }}:${base62}`],
  ])('%s: %s is refused', (name, value) => expect(header(name, value)).toBe(true));

  it.each([
    ['Authorization', 'Bearer {{ secrets.token }}'],
    ['X-Api-Key', '{{ secrets.key }}'],
    ['X-Api-Key', ''],
    ['X-Partner', 'sluice'],
    ['Content-Type', 'application/json'],
    ['X-Campaign-Id', '550e8400-e29b-41d4-a716-446655440000'],
    ['X-Key', 'roundup'],
    ['X-Use-Auth', 'true'],
  ])('%s: %s is not', (name, value) => expect(header(name, value)).toBe(false));
});

describe('a URL', () => {
  it.each([
    'https://buyer.example/in?token=abc',
    'https://buyer.example/in?api_key=hunter2&v=2',
    'https://buyer.example/in?pin=1234',
    `https://buyer.example/in?key=${hex}`,
    `https://buyer.example/in?ref=${base62}`,
    `https://buyer.example/hooks/${hex}`,
    `https://hooks.slack.com/services/T0001/B0001/${base62}`,
    `https://buyer.example/${base62}/{{ secrets.a }}`,
  ])('%s is refused', (text) => expect(url(text)).toBe(true));

  it.each([
    'https://buyer.example/in?token={{ secrets.token }}&v=2',
    'https://buyer.example/{{ secrets.path }}/leads',
    'https://buyer.example/v1/campaigns/personal-injury-2025-q1/leads',
    'https://buyer.example/PostLead.aspx?campaign=ACMRU&format=json&key=roundup',
    'https://buyer.example/c/550e8400-e29b-41d4-a716-446655440000/leads',
    'https://buyer.example/off_01J9ZQ4W8X2M7K3N5P6R8T0V2Y/leads',
    'http://127.0.0.1:4800/buyers/acme-form',
  ])('%s is not', (text) => expect(url(text)).toBe(false));
});

describe('a template', () => {
  it.each([
    '{"api_key": "s3cret", "first": "{{ firstName }}"}',
    '{"auth": {"user": "acme", "pass": "x"}}',
    '{"pin": 1234}',
    String.raw`{"inner": "{\"password\":\"hunter2\"}"}`,
    '<Auth password="hunter2"/>',
    "<Auth user='a' pwd = 'hunter2' />",
    '<lead><Password>hunter2</Password></lead>',
    '<wsse:Password Type="PasswordText">hunter2</wsse:Password>',
    '<password><![CDATA[hunter2]]></password>',
    '<param name="password" value="hunter2"/>',
    '<param name="api_key">hunter2</param>',
    '{"name": "token", "value": "hunter2"}',
    'user=acme&password=hunter2&zip={{ zip }}',
    'password=hunter2',
    '{"password": "{{ \'hunter2\' | upcase }}"}',
    '{% assign api_key = "hunter2" %}{"key": "{{ api_key }}"}',
    '{% capture password %}hunter2{% endcapture %}{"p": "{{ password }}"}',
    '{"password": {{ "hunter2" | json }}, "zip": "{{ zip }}"}',
    '{"value": "hunter2", "name": "password"}',
    '<param value="1234" name="pin"/>',
    '<login type="password">hunter2</login>',
    '{"h": "Bearer abcdefgh"}',
  ])('%s is refused', (text) => expect(template(text)).toBe(true));

  it.each([
    '{"api_key": "{{ secrets.acme }}", "first": "{{ firstName }}"}',
    '{"token": "{{ questionnaire.token }}", "pin": "{{ pin }}", "auth": ""}',
    '{"auth": "Bearer {{ secrets.acme }}", "passed": "yes", "monkey": "x"}',
    '{"idempotency_token": "lead-{{ leadId }}"}',
    '<Auth password="{{ secrets.acme }}" type="password" secure="true"/>',
    '<lead><pin>{{ pin }}</pin><auth>none</auth><first>{{ firstName }}</first></lead>',
    'password={{ secrets.acme }}&zip={{ zip }}&pass=1',
    '{% if auth == "yes" %}{"auth": true}{% endif %}',
    '<!-- the password goes here -->',
    '{% capture password %}{{ secrets.acme }}{% endcapture %}{"password": {{ password | json }}}',
    '{"value": {{ zip | json }}, "name": "password"}<input type="password" name="zip"/>',
  ])('%s is not', (text) => expect(template(text)).toBe(false));

  it('is searched quickly, whatever it contains', () => {
    const pieces = [
      '"a":"',
      '<a b="',
      '{{',
      '}}',
      '{%',
      'password',
      '=',
      '&',
      '"',
      '<![CDATA[',
      ' name="pin"',
      '\n',
    ];
    const started = performance.now();
    for (const piece of pieces) credentialsInTemplate(piece.repeat(20_000 / piece.length));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 2_000 }), (some) => {
        credentialsInTemplate(some.join(''));
      }),
      { numRuns: 30 },
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

it('hexadecimal and base62 keys look random; words, dates and numbers do not', () => {
  const digits = fc.stringMatching(/^\d{16,40}$/);
  const words = fc.stringMatching(/^[a-z]{3,12}(-[a-z]{3,12}){1,6}(-\d{1,4})?$/);
  fc.assert(fc.property(fc.oneof(digits, words), (text) => expect(looksRandom(text)).toBe(false)));
  for (const text of [hex, base62, hex.toUpperCase(), 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'])
    expect([text, looksRandom(text)]).toEqual([text, true]);
  for (const text of ['20250115T172031042Z', 'campaign2025summer', 'PostLeadForPersonalInjury2'])
    expect([text, looksRandom(text)]).toEqual([text, false]);
});

it('a value of references, alone or behind the word of a scheme, holds nothing else', () => {
  expect(
    ['{{ secrets.a }}', 'Bearer {{secrets.a}}', '{{ secrets.a }}:{{ secrets.b }}'].every(isOnlyReferences),
  ).toBe(true);
  expect(['', 'Bearer', 'x{{ secrets.a }}', 'Bearer {{ secrets.a }} hunter2'].some(isOnlyReferences)).toBe(
    false,
  );
});
