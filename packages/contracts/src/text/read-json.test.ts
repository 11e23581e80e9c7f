import fc from 'fast-check';
import { jsonText, readJson, readJsonAnswer, WrittenNumber } from './read-json.js';

const valueOf = (text: string) => (readJson(text)?.value as Record<string, unknown>)['id'];

describe('readJson', () => {
  it.each([
    '23851234567890123',
    '9007199254740993',
    '1.10',
    '1.0',
    '-0',
    '1e2',
    '1E400',
    '0.1234567890123456789',
  ])('keeps the digits of the number %s as they were written', (digits) => {
    const id = valueOf(`{"id": ${digits}}`);
    expect(id).toBeInstanceOf(WrittenNumber);
    expect(jsonText(id)).toBe(digits);
    expect(jsonText(readJson(`[{"id": ${digits}}]`)?.value)).toBe(`[{"id":${digits}}]`);
  });

  it.each(['0', '12', '-7', '1.5', '9007199254740991'])('reads the number %s as a number', (digits) => {
    expect(valueOf(`{"id": ${digits}}`)).toBe(Number(digits));
  });

  it('takes the last of a repeated key, and an own member for __proto__', () => {
    expect(valueOf('{"id": 1.50, "id": 2}')).toBe(2);
    const value = readJson('{"__proto__": {"id": 1.50}}')?.value as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.hasOwn(value, '__proto__')).toBe(true);
  });

  it.each([
    '',
    ' ',
    'ok',
    '{"a":1',
    "{'a':1}",
    '{"a":1}x',
    '\ufeff{"a":1}',
    '[1.0,]',
    'NaN',
    '1.',
    '.5',
    '01.5',
  ])('finds no JSON in %j', (text) => expect(readJson(text)).toBeUndefined());

  it('reads whatever JSON.parse reads, and nothing else', () => {
    const text = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => json.slice(0, -1)),
    );
    fc.assert(
      fc.property(text, (each) => {
        let expected: { value: unknown } | undefined;
        try {
          expected = { value: JSON.parse(each) as unknown };
        } catch {
          expected = undefined;
        }
        const read = readJson(each);
        expect(read && { value: JSON.parse(JSON.stringify(read.value)) as unknown }).toEqual(expected);
      }),
    );
  });

  it('survives a nesting that cannot be followed', () => {
    const deep = `${'['.repeat(30_000)}1.10${']'.repeat(30_000)}`;
    expect(readJson(deep)).toBeDefined();
    expect(jsonText(readJson(deep)?.value)).toBe('');
  });
});

describe('readJsonAnswer', () => {
  it('returns an object or a list, also out of a text', () => {
    for (const value of [{ a: 1 }, [1], {}]) {
      const json = JSON.stringify(value);
      expect(readJsonAnswer(json)).toEqual({ value });
      expect(readJsonAnswer(JSON.stringify(json))).toEqual({ value });
      expect(readJsonAnswer(JSON.stringify(`\uFEFF ${json}\n`))).toEqual({ value });
    }
    expect(jsonText(readJsonAnswer('"{\\"id\\":1.10}"')?.value)).toBe('{"id":1.10}');
  });

  it.each(['null', 'true', '0', '1.10', '"OK"', '""', '"1"', '"null"', '"\\"{}\\""', '', 'OK', '{"a":'])(
    'finds neither in %s',
    (text) => expect(readJsonAnswer(text)).toBeUndefined(),
  );
});
