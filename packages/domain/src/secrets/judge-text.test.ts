import { credentialsIn, credentialsInTemplate, isOnlyReferences } from '@sluice/contracts';
import fc from 'fast-check';
import { literalProblem } from './judge-text.js';

const header = (name: string, text: string) =>
  literalProblem({ kind: 'header', path: ['headers', name], text }) !== undefined;
const url = (text: string) => literalProblem({ kind: 'url', path: ['url'], text }) !== undefined;
const template = (text: string) =>
  literalProblem({ kind: 'template', path: ['template'], text }) !== undefined;
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const base62 = 'aB3dE6gH9jK2mN5pQ8sT';
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1r';

describe('a header', () => {
  it.each([
    ['Authorization', 'Bearer abc'],
    ['Authorization', 'Basic dXNlcjpwYXNz'],
    ['authorization', 'hunter2'],
    ['X-Api-Key', 'abc'],
    ['X-Auth-Token', '1'.repeat(4)],
    ['X-Key', 'roundup'],
    ['X-Partner', 'Bearer abcdefgh'],
    ['Cookie', 'session=abc'],
  ])('%s: %s is refused', (name, value) => expect(header(name, value)).toBe(true));

  it.each([
    ['Authorization', 'Bearer {{ secrets.token }}'],
    ['X-Api-Key', '{{ secrets.key }}'],
    ['X-Api-Key', ''],
    ['X-Partner', 'sluice'],
    ['Content-Type', 'application/json'],
    ['X-Campaign-Id', '550e8400-e29b-41d4-a716-446655440000'],
    ['X-Use-Auth', 'true'],
    ['X-Account', hex],
    ['X-Session', base62],
    ['X-Partner', jwt],
    ['Authorization', `{{ secrets.user }}:${base62}`],
  ])('%s: %s is not', (name, value) => expect(header(name, value)).toBe(false));
});

describe('a URL', () => {
  it.each([
    'https://buyer.example/in?token=abc',
    'https://buyer.example/in?api_key=hunter2&v=2',
    'https://buyer.example/in?pin=1234',
    'https://buyer.example/in?key=roundup',
    'https://buyer.example/in?sv=2024&sig=abc%3D',
    'https://buyer.example/in?user[password]=hunter2',
    'https://buyer.example/{{ secrets.path }}/in?user%5Bpassword%5D=hunter2',
  ])('%s is refused', (text) => expect(url(text)).toBe(true));

  it.each([
    'https://buyer.example/in?token={{ secrets.token }}&v=2',
    'https://buyer.example/{{ secrets.path }}/leads',
    'https://buyer.example/v1/campaigns/personal-injury-2025-q1/leads',
    'https://buyer.example/PostLead.aspx?campaign=ACMRU&format=json',
    `https://buyer.example/in?ref=${base62}&code=${hex}&hash=${hex}&session=${hex}`,
    `https://buyer.example/hooks/${hex}`,
    `https://buyer.example/services/T0001/B0001/${base62}/{{ secrets.a }}`,
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
    'user=acme&password=hunter2&zip={{ zip }}',
    'password=hunter2',
    String.raw`{"inner": "{\"more\":\"{\\\"password\\\":\\\"hunter2\\\"}\"}"}`,
    '{"h": "Bearer abcdefgh"}',
    '{"h": "basic dXNlcjpwYXNz"}',
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
    '{"keys": [1, 2], "auth": {"type": 1}, "tokens": null}',
    '{"value": {{ zip | json }}, "name": "password"}<input type="password" name="zip"/>',
    `{"account": "${hex}", "session": "${base62}", "ref": "${jwt}", "plan": "Basic, paid"}`,
    '{"password": "{{ \'hunter2\' | upcase }}", "user": "{{ questionnaire.user }}"}',
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
      '<pin>',
      '<pin><![CDATA[',
      '"pin":"',
      String.raw`\"pin\":\"`,
      'basic ',
      ' name="pin"',
      '\\',
      ' ',
      '\n',
    ];
    // Processor time, because other work on the machine slows a test down.
    const before = process.cpuUsage();
    for (const piece of pieces) {
      credentialsInTemplate(piece.repeat(20_000 / piece.length));
      credentialsIn(piece.repeat(200_000 / piece.length));
    }
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 2_000 }), (some) => {
        credentialsInTemplate(some.join(''));
      }),
      { numRuns: 30 },
    );
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
  });
});

it('what is found begins and ends with the value, whatever quotes it contains', () => {
  const found = (text: string) => credentialsIn(text).map(({ start, end }) => text.slice(start, end));
  expect(found(String.raw`{"password":"hun'ter \"2\"","zip":"1"}`)).toEqual([String.raw`hun'ter \"2\"`]);
  expect(found(`<a pwd='hun"ter2' zip="1"/><pin>\n 1234\n</pin>`)).toEqual(['hun"ter2', '1234']);
  expect(found('<pin><![CDATA[a<b>c]]></pin>')).toEqual(['a<b>c']);
  expect(found('{"pin":1234,"zip":1}')).toEqual(['1234']);
  expect(found('zip=1&pass=a,b;c#d&v=2')).toEqual(['a,b;c#d']);
  expect(found('see Bearer abc.def-ghi, please')).toEqual(['abc.def-ghi']);
  expect(found('token={{ secrets.acme }}&token={{acme}}')).toEqual(['{{acme}}']);
});

it('a value of references, alone or behind the word of a scheme, holds nothing else', () => {
  expect(
    ['{{ secrets.a }}', 'Bearer {{secrets.a}}', '{{ secrets.a }}:{{ secrets.b }}'].every(isOnlyReferences),
  ).toBe(true);
  expect(['', 'Bearer', 'x{{ secrets.a }}', 'Bearer {{ secrets.a }} hunter2'].some(isOnlyReferences)).toBe(
    false,
  );
});
