import fc from 'fast-check';
import { outboundUrlProblem } from '../formats/outbound-url.js';
import { problemsOf } from '../reading/problems.js';
import { secretNamesIn, secretReference, secretReferenceProblem, withSecrets } from './secret-references.js';
import { maxSecrets, secretsSchema } from './secrets.js';

const problemsWith = (secrets: unknown) => {
  const read = secretsSchema.safeParse(secrets);
  return read.success ? [] : problemsOf(read.error, 'secrets');
};
const names = fc.stringMatching(/^[a-z0-9_]{1,64}$/);

describe('the secrets of a tenant file', () => {
  it('are texts under names of lower-case letters, digits and underscores', () => {
    expect(problemsWith({ buyer_key: 'a', '2fa': 'b', _: 'line\nline' })).toEqual([]);
    expect(problemsWith({ 'Buyer-Key': 'a' }).join()).toMatch(
      /^Buyer-Key: its name must be 1 to 64 lower-case letters, digits/,
    );
    expect(problemsWith({ constructor: 'a' }).join()).toContain('its name is not an allowed name');
    expect(problemsWith({ pin: 1234 }).join()).toMatch(/pin: must be a string/);
  });

  it('are refused if empty, too long or too many', () => {
    expect(problemsWith({ a: '' }).join()).toContain('must not be empty');
    expect(problemsWith({ a: 'x'.repeat(8_001) }).join()).toContain('8000');
    const many = Object.fromEntries(Array.from({ length: maxSecrets + 1 }, (_, n) => [`s${n}`, 'x']));
    expect(problemsWith(many).join()).toContain(`at most ${maxSecrets} entries`);
  });
});

describe('references to secrets', () => {
  it('are found whatever the spaces inside, each once', () => {
    expect(secretNamesIn('{{secrets.a}} {{  secrets.b_2  }}{{- secrets.a -}}')).toEqual(['a', 'b_2']);
    expect(secretNamesIn('{{ secret.a }} { secrets.b } secrets.c {{ lead.secrets.d }}')).toEqual([]);
  });

  it.each([
    '{{ secrets }}',
    '{{ secrets.Name }}',
    '{{ secrets.a | upcase }}',
    '{{ secrets["a"] }}',
    '{{ secrets.a',
  ])('are refused in the form %s, which nothing would replace', (text) =>
    expect(secretReferenceProblem(`Bearer ${text}`)).toContain('{{ secrets.name }}'),
  );

  it('are each replaced once, and nothing that a value contains is', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), names)), fc.string(), (parts, end) => {
        const plain = (text: string) => text.replaceAll('{', '(');
        const text = parts.map(([before, name]) => plain(before) + secretReference(name)).join('');
        const hostile = '{{ secrets.other }} $& $1';
        const expected = parts.map(([before]) => plain(before) + hostile).join('');
        expect(withSecrets(text + plain(end), () => hostile)).toBe(expected + plain(end));
        expect(secretReferenceProblem(text + plain(end))).toBeUndefined();
      }),
    );
  });
});

describe('a URL that refers to secrets', () => {
  it.each([
    'https://buyer.example/{{ secrets.path }}/leads?key={{ secrets.key }}&v=2',
    'https://buyer.example?{{ secrets.a }}={{secrets.b}}',
  ])('is accepted in path and query: %s', (url) => expect(outboundUrlProblem(url, [])).toBeUndefined());

  it.each([
    'https://{{ secrets.host }}/in',
    'https://{{ secrets.host }}.example/in',
    'https://buyer.example{{ secrets.rest }}',
    'https:/{{ secrets.host }}/in',
    'https://buyer.example/in#{{ secrets.a }}',
    'https://10.0.0.{{ secrets.a }}/',
  ])('is refused elsewhere: %s', (url) =>
    expect(outboundUrlProblem(url, [])).toContain('path and query only'),
  );

  it('is refused before its host, in its port, and in a form that nothing would replace', () => {
    expect(outboundUrlProblem('https://{{ secrets.user }}@buyer.example/', [])).toBe(
      'must not carry credentials',
    );
    expect(outboundUrlProblem('https://buyer.example:{{ secrets.port }}/', [])).toContain('must be an http');
    expect(outboundUrlProblem('{{ secrets.scheme }}://buyer.example/', [])).toContain('must be an http');
    expect(outboundUrlProblem('https://buyer.example/{{ secrets.A }}', [])).toContain('{{ secrets.name }}');
  });

  it('is still checked for a private address', () => {
    expect(outboundUrlProblem('http://127.0.0.1/{{ secrets.a }}', [])).toContain('private address');
  });
});
