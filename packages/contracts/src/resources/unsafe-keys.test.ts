import { maxBodyDepth, unsafeKeyProblems } from './unsafe-keys.js';

function nested(levels: number): unknown {
  return levels === 0 ? 'leaf' : { in: nested(levels - 1) };
}

describe('keys no body may carry', () => {
  it.each([
    ['{"__proto__":{"admin":true}}', ['__proto__: is not an allowed key']],
    ['{"a":[{"constructor":1}]}', ['a.0.constructor: is not an allowed key']],
    [
      '{"a":{"prototype":1,"$where":"x"}}',
      ['a.prototype: is not an allowed key', 'a.$where: is not an allowed key'],
    ],
    ['[{"$ne":1}]', ['0.$ne: is not an allowed key']],
    [
      '{"questionnaire":{"$gt":""},"customFields":{"__proto__":1}}',
      ['questionnaire.$gt: is not an allowed key', 'customFields.__proto__: is not an allowed key'],
    ],
    ['{"a\\u0000b":1}', ['a\u0000b: is not an allowed key']],
  ])('%s', (json, problems) => {
    expect(unsafeKeyProblems(JSON.parse(json))).toEqual(problems);
  });

  it.each(['{"price":"$5","a$b":1,"proto":1,"notes":"__proto__"}', 'null', '5', '"$x"', '[]', '["$x"]'])(
    '%s is harmless',
    (json) => {
      expect(unsafeKeyProblems(JSON.parse(json))).toEqual([]);
    },
  );

  it('lets twenty levels pass and not one more', () => {
    expect(unsafeKeyProblems(nested(maxBodyDepth))).toEqual([]);
    expect(unsafeKeyProblems(nested(maxBodyDepth + 1))).toHaveLength(1);
    expect(unsafeKeyProblems(nested(maxBodyDepth + 1))[0]).toMatch(
      /^in\..*: is nested deeper than 20 levels$/,
    );
  });

  it('stands a body of 5,000 levels', () => {
    const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
    expect(unsafeKeyProblems(deep)).toHaveLength(1);
  });
});
