import fc from 'fast-check';
import { firstFault } from './json-fault.js';

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe('firstFault', () => {
  it.each([
    ['', 'a value is missing or is no JSON', 1, 1],
    ['{"a": }', 'a value is missing or is no JSON', 1, 7],
    ['{\n  "a": 1,\n  "b": Ada\n}', 'a value is missing or is no JSON', 3, 8],
    ['[01]', 'a value is missing or is no JSON', 1, 2],
    ['[1, ]', 'a value is missing or is no JSON', 1, 5],
    ['{"a": 1, }', 'a name in quotes is missing', 1, 10],
    ["{'a': 1}", 'a name in quotes is missing', 1, 2],
    ['{"a" 1}', 'a colon is missing', 1, 6],
    ['["a" "b"]', 'a comma or a closing bracket is missing', 1, 6],
    ['{"a": "say "hi""}', 'a comma or a closing bracket is missing', 1, 13],
    ['{"a": 1]', 'a comma or a closing bracket is missing', 1, 8],
    ['{"a": [1, 2}', 'a comma or a closing bracket is missing', 1, 12],
    ['{"a": 1', 'a comma or a closing bracket is missing', 1, 8],
    ['{} {}', 'something follows the end', 1, 4],
    ['["a]', 'quotes are not closed', 1, 2],
    ['["a\nb"]', 'a control character or line break is in quotes', 1, 4],
    ['["\\d"]', 'a backslash escapes nothing', 1, 3],
  ])('finds the first fault of %j', (text, what, line, column) => {
    expect(firstFault(text)).toEqual({ what, line, column });
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
        expect(firstFault(one) === undefined).toBe(isJson(one));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes texts of any depth', () => {
    expect(firstFault('['.repeat(500_000))).toMatchObject({ line: 1, column: 500_001 });
  });
});
