import { parseJsonPath, readJson } from '@sluice/contracts';
import fc from 'fast-check';
import { readJsonPath } from './json-path.js';

const json = { a: { b: [{ c: 1 }, 'x'], 'd e': null }, '': 2 };

describe('readJsonPath', () => {
  it.each([
    ['$', json],
    ['$.a.b[0].c', 1],
    ['$.a.b[1]', 'x'],
    ["$.a['d e']", null],
    ['$["a"]["b"][0]["c"]', 1],
    ["$['']", 2],
    ['$.a.b.length', undefined],
    ['$.a.nothing.deeper', undefined],
    ['$.a.b[7]', undefined],
    ['$.toString', undefined],
    ['$.__proto__', undefined],
  ])('gives the value at %s, or undefined where there is none', (path, expected) => {
    expect(readJsonPath(json, path)).toEqual(expected);
  });

  it.each(['', 'a.b', '$a', '$.', '$..a', '$.a[', '$.a[*]', '$.a[b]', '$.a]', 'price'])(
    'finds nothing at %j, which is not a path',
    (text) => {
      expect(parseJsonPath(text)).toBeUndefined();
      expect(readJsonPath(json, text)).toBeUndefined();
    },
  );

  it('finds no members in a number, however it was written', () => {
    const written = readJson('{"id": 1.10}')?.value;
    expect(String(readJsonPath(written, '$.id'))).toBe('1.10');
    expect(readJsonPath(written, '$.id.value')).toBeUndefined();
  });

  it('never throws, for any path and value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, path) => void readJsonPath(value, `$${path}`)),
    );
  });
});
