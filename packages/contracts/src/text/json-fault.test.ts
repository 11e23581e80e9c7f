import fc from 'fast-check';
import { jsonFault } from './json-fault.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('jsonFault', () => {
  it.each([
    ['', 'JSON value expected', 1, 1],
    ['{"a": }', "object value expected after ':'", 1, 7],
    ['{\n  "a": 1,\r\n  "b": Ada\n}', "object value expected after ':'", 3, 8],
    ['[01]', "comma ',' expected after value", 1, 3],
    ['[1, ]', 'array item expected', 1, 5],
    ['[1.x]', 'invalid number, expecting a digit', 1, 4],
    ['{"a": 1, }', 'quoted object key expected', 1, 10],
    ["{'a': 1}", 'quoted object key expected', 1, 2],
    ['{"a" 1}', "colon ':' expected after property name", 1, 6],
    ['["a" "b"]', "comma ',' expected after value", 1, 6],
    ['{"a": "say "hi""}', "comma ',' expected after value", 1, 13],
    ['{"a": [1, 2}', "comma ',' expected after value", 1, 12],
    ['{"a": 1', "quoted object key or end of object '}' expected", 1, 8],
    ['{} {}', 'expected end of input', 1, 4],
    ['["a]', "end of string '\"' expected", 1, 5],
    ['["a\nb"]', 'invalid character', 1, 4],
    ['["\\d"]', 'invalid escape character', 1, 3],
    ['["\\\'"]', 'invalid escape character', 1, 3],
    ['["\\u12"]', 'invalid unicode character', 1, 3],
  ])('finds the first fault of %j, and quotes nothing of it', (text, problem, line, column) => {
    expect(jsonFault(text)).toEqual({ problem, line, column });
  });

  it('finds a fault in exactly those texts that are not JSON', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"',
        '\\',
        '\\n',
        '\\u00e9',
        '\\u12',
        '1',
        '-',
        '0',
        '01',
        '1.5',
      ],
      ...['1e5', '.', 'true', 'null', 'nul', ' ', '\n', '\t', '\u00a0', '\u2028', '\u0001', '\ufeff', 'x'],
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.json(),
      // JSON with one character changed.
      fc.tuple(fc.json(), fc.nat(), piece).map(([json, at, one]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + one + json.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (one) => {
        expect(jsonFault(one) === undefined).toBe(isJson(one));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is silent about texts that nest without end', () => {
    expect(jsonFault('['.repeat(500_000))).toBeUndefined();
  });
});
