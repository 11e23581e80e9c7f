import fc from 'fast-check';
import { Problem } from '@sluice/local';
import { StrictDecoder, UndecodableError } from './strict-decoder.js';

/** Decodes bytes in pieces that end anywhere, also within a character. */
function decoded(bytes: Uint8Array, encoding: string, cuts: readonly number[] = []): string {
  const decoder = new StrictDecoder(encoding);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  let text = '';
  let start = 0;
  for (const end of [...ends, bytes.length]) {
    text += decoder.decode(bytes.subarray(start, end));
    start = end;
  }
  return text + decoder.end();
}

function faultOf(bytes: Uint8Array, encoding: string, cuts: readonly number[] = []): UndecodableError {
  try {
    decoded(bytes, encoding, cuts);
  } catch (error) {
    if (error instanceof UndecodableError) return error;
    throw error;
  }
  throw new Error('was decoded');
}

const cuts = fc.array(fc.nat(500));
const text = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', '中', '\r', '\n', '\r\n', ';', '\u0092') });

describe('the bytes of a file', () => {
  it('are the same text in whatever pieces they arrive', () => {
    fc.assert(
      fc.property(text, cuts, (written, at) => {
        expect(decoded(Buffer.from(written), 'utf-8', at)).toBe(written);
        expect(decoded(Buffer.from(`\uFEFF${written}`), 'utf-8', at)).toBe(written);
        expect(decoded(Buffer.from(written, 'utf16le'), 'utf-16le', at)).toBe(written);
      }),
    );
  });

  it('are refused with line and column of the first that cannot be read, in whatever pieces they arrive', () => {
    fc.assert(
      fc.property(text, text, cuts, (before, behind, at) => {
        const { line, column, after } = faultOf(
          Buffer.concat([Buffer.from(before), Buffer.of(0xff), Buffer.from(behind)]),
          'utf-8',
          at,
        );
        const lines = before.split(/\r\n|\n|\r/);
        expect({ line, column }).toEqual({ line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
        expect(lines.at(-1)?.endsWith(after)).toBe(true);
      }),
    );
  });

  it.each([
    ['an accent of Latin-1', 'utf-8', Buffer.from('a\nJosé,x', 'latin1'), { line: 2, after: 'Jos' }],
    [
      'a character that the file cuts short',
      'utf-8',
      Buffer.from('a\nJosé').subarray(0, -1),
      { line: 2, after: 'Jos' },
    ],
    ['half a pair', 'utf-16le', Buffer.from('a\nb\ud83dc', 'utf16le'), { line: 2, after: 'b' }],
    ['an odd byte', 'utf-16le', Buffer.from('ab').subarray(0, 1), { line: 1, after: '' }],
    [
      'a byte that is none of Shift JIS',
      'shift_jis',
      Buffer.from('a\n\xa0b', 'latin1'),
      { line: 2, after: '' },
    ],
  ])('are refused at %s', (_what, encoding, bytes, place) => {
    expect(faultOf(bytes, encoding)).toMatchObject(place);
  });

  it('are decoded in the encoding that a person names, by any of its labels', () => {
    expect(decoded(Buffer.of(0x80, 0x92, 0xe9), 'windows-1252')).toBe('€’é');
    expect(decoded(Buffer.of(0x80, 0x92, 0xe9), 'latin1')).toBe('€’é');
    expect(decoded(Buffer.of(0xc8, 0xe2), 'cp1251')).toBe('Ив');
    expect(decoded(Buffer.of(0x93, 0xfa, 0x96, 0x7b), 'sjis')).toBe('日本');
    expect(() => decoded(Buffer.of(), 'nonsense')).toThrow(Problem);
  });
});
