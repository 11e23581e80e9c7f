import fc from 'fast-check';
import { parseJson } from './parse-json.js';

describe('JSON from a file', () => {
  it('is read like any JSON if no number in it would change', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const value: unknown = JSON.parse(text);
        fc.pre(!/\d{16}|e\+?\d{2}/.test(text));
        expect(parseJson(text)).toEqual({ kind: 'value', value, problems: [] });
      }),
    );
  });

  it('keeps the digits of whole numbers beyond 2^53 as text, and names them with their path', () => {
    const beyond = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n });
    fc.assert(
      fc.property(beyond, fc.boolean(), (number, isNegative) => {
        const digits = `${isNegative ? '-' : ''}${number}`;
        expect(parseJson(`{"a":[1,{"b":${digits}}],"c":"${digits}"}`)).toEqual({
          kind: 'value',
          value: { a: [1, { b: digits }], c: digits },
          problems: [
            `a.1.b: ${digits} is a whole number beyond 2^53, which would be rounded; send it as text`,
          ],
        });
      }),
    );
  });

  it.each([
    ['1e400', /a: 1e400 is not a number that can be stored/],
    ['1e20', /a: 1e20 is a whole number beyond 2\^53/],
    ['12345678901234567.0', /a: 12345678901234567\.0 is a whole number beyond 2\^53/],
  ])('refuses %s', (number, problem) => {
    const parsed = parseJson(`{"a":${number}}`);
    expect(parsed).toMatchObject({ kind: 'value', value: { a: number } });
    expect(parsed.kind === 'value' && parsed.problems[0]).toMatch(problem);
  });

  it.each([
    ['[\n {"a":1},\n {"a" 2}\n]', 3, 7],
    ['{"a":1', 1, 7],
    ['[1,]', 1, 4],
    ['', 1, 1],
    ['{} x', 1, 4],
    ["{'a':1}", 1, 2],
  ])('that is broken is refused with line and column: %j', (text, line, column) => {
    expect(parseJson(text)).toMatchObject({ kind: 'broken', line, column });
  });

  it('is refused, not crashed by, when it is nested without end', () => {
    expect(parseJson('['.repeat(200_000))).toMatchObject({ kind: 'broken' });
    expect(parseJson(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toMatchObject({ kind: 'broken' });
  });
});
