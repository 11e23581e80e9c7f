import fc from 'fast-check';
import { parseJsonPath, parseXmlPath } from './answer-paths.js';

const child = { anywhere: false, kind: 'element' } as const;

describe('parseXmlPath', () => {
  it.each<[string, unknown]>([
    [
      '/response/status',
      [
        { ...child, name: 'response' },
        { ...child, name: 'status' },
      ],
    ],
    ['//lead-id', [{ ...child, anywhere: true, name: 'lead-id' }]],
    [
      '/r/item[2]/text()',
      [
        { ...child, name: 'r' },
        { ...child, name: 'item', position: 2 },
      ],
    ],
    [
      '/soap:Body/*',
      [
        { ...child, prefix: 'soap', name: 'Body' },
        { ...child, name: '*' },
      ],
    ],
    [
      '/r/@id',
      [
        { ...child, name: 'r' },
        { anywhere: false, kind: 'attribute', name: 'id' },
      ],
    ],
    ['//@x:id', [{ anywhere: true, kind: 'attribute', prefix: 'x', name: 'id' }]],
    ['/réponse', [{ ...child, name: 'réponse' }]],
  ])('takes %s apart', (path, steps) => expect(parseXmlPath(path)).toEqual(steps));

  it.each([
    ...['', '/', '//', 'response', '/a/', '/a//', '/a/@b/c', '/a/@b[1]', '/a[0]', '/a[x]', '/a[b=1]', '///a'],
    ...['/text()', '/a b', '/1', '$.a', '/a|/b', 'a/b', '/a/..', `/${'a/'.repeat(21)}a`, '//a//b//c//d'],
  ])('does not take %j for a path', (path) => expect(parseXmlPath(path)).toBeUndefined());
});

it('no text is a path of both kinds, and none makes the parsers throw', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[$/@a.:[\]0-9'"*]*$/));
  fc.assert(
    fc.property(text, (path) => {
      expect(
        [parseJsonPath(path), parseXmlPath(path)].filter((steps) => steps !== undefined).length,
      ).toBeLessThan(2);
    }),
  );
});
