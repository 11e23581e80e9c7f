import { maxEntries, maxKeyLength, maxTextLength } from '../formats/bounds.js';
import { maxBodyDepth, unstorableProblems } from './unstorable.js';

function nested(levels: number): unknown {
  return levels === 0 ? 'leaf' : { in: nested(levels - 1) };
}

describe('keys that no body may contain', () => {
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
    ['{"a":{"_bsontype":"ObjectId","id":"x"}}', ['a._bsontype: is not an allowed key']],
    ['{"a":{"\\ud83d":1}}', ['a.\ud83d: is not an allowed key']],
  ])('are refused: %s', (json, problems) => {
    expect(unstorableProblems(JSON.parse(json))).toEqual(problems);
  });

  it.each(['{"price":"$5","a$b":1,"proto":1,"notes":"__proto__"}', 'null', '5', '"$x"', '[]', '["$x"]'])(
    'do not include %s',
    (json) => {
      expect(unstorableProblems(JSON.parse(json))).toEqual([]);
    },
  );

  it('are searched in a body of up to twenty levels; a deeper body is refused', () => {
    expect(unstorableProblems(nested(maxBodyDepth))).toEqual([]);
    expect(unstorableProblems(nested(maxBodyDepth + 1))).toHaveLength(1);
    expect(unstorableProblems(nested(maxBodyDepth + 1))[0]).toMatch(
      /^in\..*: is nested deeper than 20 levels$/,
    );
  });

  it('are searched without a stack overflow in a body of 5,000 levels', () => {
    const deep: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
    expect(unstorableProblems(deep)).toHaveLength(1);
  });
});

describe('values that cannot be stored unchanged', () => {
  it.each([
    ['{"notes":"half \\ud83d"}', ['notes: holds half of a character']],
    [
      '{"a":[1,1e999,-1e999]}',
      ['a.1: is not a number that can be stored', 'a.2: is not a number that can be stored'],
    ],
    ['1e400', ['body: is not a number that can be stored']],
    ['{"notes":"a\\u0000b"}', ['notes: holds a NUL character']],
    [
      '{"customFields":{"fbLeadId":23851234567890123,"low":-9007199254740993}}',
      [
        'customFields.fbLeadId: is a whole number beyond 2^53, which would be rounded; send it as text',
        'customFields.low: is a whole number beyond 2^53, which would be rounded; send it as text',
      ],
    ],
  ])('are refused: %s', (json, problems) => {
    expect(unstorableProblems(JSON.parse(json))).toEqual(problems);
  });

  it.each([[new Date(0)], [Buffer.from('x')], [new Map()], [1n], [Number.NaN], [() => 1]])(
    'are refused when they are not JSON values: %p',
    (value) => {
      expect(unstorableProblems({ a: value })).toHaveLength(1);
    },
  );

  it.each(['{"toBSON":1,"toJSON":"x","then":{"then":1},"valueOf":1,"$":1}'])(
    'do not include names that only have a meaning as functions: %s',
    (json) => {
      expect(unstorableProblems(JSON.parse(json))).toEqual(['$: is not an allowed key']);
    },
  );
});

describe('the sizes of texts, lists and objects', () => {
  const atBound = {
    text: 'x'.repeat(maxTextLength),
    list: Array.from({ length: maxEntries }, () => 0),
    map: Object.fromEntries(Array.from({ length: maxEntries }, (_, n) => [`k${n}`, 0])),
    ['k'.repeat(maxKeyLength)]: 0,
  };
  it('are accepted at their bound, at any place in the body', () => {
    expect(unstorableProblems([{ a: atBound }])).toEqual([]);
  });

  it('are refused beyond their bound, with the path', () => {
    const beyond = {
      text: `${atBound.text}x`,
      list: [...atBound.list, 0],
      map: { ...atBound.map, more: 0 },
      ['k'.repeat(maxKeyLength + 1)]: 0,
    };
    expect(unstorableProblems({ a: beyond })).toEqual([
      `a.text: must have at most ${maxTextLength} characters`,
      'a.list: must have at most 1000 items',
      'a.map: must have at most 1000 entries',
      `a.${'k'.repeat(maxKeyLength)}…: is a key of more than 128 characters`,
    ]);
  });
});
