import fc from 'fast-check';
import { bodyHash } from './body-hash.js';

const contentOf = (text: string) => bodyHash(JSON.parse(text));

/** A JSON value in one of its spellings: keys in another order, spaces, and characters as escapes. */
function respelled(value: unknown, random: () => number): string {
  const space = () => ' \n\t'.slice(0, Math.floor(random() * 3));
  if (typeof value === 'string') {
    const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return `"${value
      .split('')
      .map((unit) => (random() < 0.5 || /["\\\x00-\x1f\ud800-\udfff]/.test(unit) ? escaped(unit) : unit))
      .join('')}"`;
  }
  if (typeof value === 'number' && Number.isInteger(value) && random() < 0.5) return value.toExponential();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const parts = Array.isArray(value)
    ? value.map((item) => respelled(item, random))
    : Object.entries(value)
        .map((entry) => [random(), entry] as const)
        .sort(([one], [other]) => one - other)
        .map(
          ([, [key, member]]) => `${respelled(key, random)}${space()}:${space()}${respelled(member, random)}`,
        );
  const inside = parts.join(`${space()},${space()}`);
  return Array.isArray(value) ? `[${space()}${inside}]` : `{${inside}${space()}}`;
}

const anyJson = fc.jsonValue({ maxDepth: 4 });

describe('two bodies', () => {
  it('are the same in every spelling of one JSON', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (value, stream) => {
          const random = () => stream.next().value as number;
          expect(contentOf(respelled(value, random))).toBe(contentOf(JSON.stringify(value)));
        },
      ),
    );
  });

  it('are different when they say something else', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (one, other) => {
        const [a, b] = [JSON.stringify(one), JSON.stringify(other)];
        const sameValue = fc.stringify(JSON.parse(a)) === fc.stringify(JSON.parse(b));
        if (!sameValue && !/[{-]/.test(a + b)) expect(contentOf(a)).not.toBe(contentOf(b));
      }),
    );
  });

  it.each([
    ['[1,2]', '[2,1]'],
    ['{"a":1}', '{"a":"1"}'],
    ['{"a":null}', '{}'],
    ['{"a":{"b":1}}', '{"a.b":1}'],
    ['{"a":["b","c"]}', '{"a":["b,c"]}'],
    ['{"__proto__":1}', '{}'],
    ['"é"', '"e\u0301"'],
  ])('such as %s and %s are different', (one, other) => {
    expect(contentOf(one)).not.toBe(contentOf(other));
  });

  it.each([
    ['{"a":1,"b":{"c":[1.0,true],"d":"é"}}', ' {"b": {"d":"\\u00e9", "c":[1e0, true]}, "a":1.00}'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['[-0]', '[0]'],
  ])('such as %s and %s are the same', (one, other) => {
    expect(contentOf(one)).toBe(contentOf(other));
  });

  it('are hashed without exhausting the stack, however deeply they are nested', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(contentOf(deep)).toBe(contentOf(deep));
  });
});
