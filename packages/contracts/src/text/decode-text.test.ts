import fc from 'fast-check';
import { decodeText } from './decode-text.js';

describe('bytes from outside', () => {
  it('are read as UTF-8, without a byte order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeText(Buffer.from(text))).toBe(text.replace(/^\uFEFF/, ''));
        expect(decodeText(Buffer.from(`\uFEFF${text}`))).toBe(text);
      }),
    );
  });

  it('are read as UTF-16 when they begin with its byte order mark, in either order', () => {
    const littleEndian = Buffer.from('\uFEFFJosé 🙂', 'utf16le');
    expect(decodeText(littleEndian)).toBe('José 🙂');
    expect(decodeText(Buffer.from(littleEndian).swap16())).toBe('José 🙂');
  });

  it.each([
    ['Latin-1', Buffer.from('José', 'latin1')],
    ['half of a character', Buffer.from('é').subarray(0, 1)],
    ['a surrogate written as three bytes', Buffer.from([0xed, 0xa0, 0x80])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['UTF-16 with half of a pair', Buffer.from([0xff, 0xfe, 0x3d, 0xd8])],
    ['UTF-16 of an odd length', Buffer.from([0xff, 0xfe, 0x41])],
  ])('are refused when they are %s', (_kind, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});
