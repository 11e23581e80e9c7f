import fc from 'fast-check';
import { decodeBody } from './decode-body.js';

const decode = (bytes: Uint8Array, contentType = '', isCut = false) =>
  decodeBody({ bytes, contentType, isCut });
const of = (...bytes: number[]) => Uint8Array.from(bytes);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('the text of a body', () => {
  it.each([
    ['UTF-8 without a declaration', Buffer.from('{"a":"José 漢"}'), '', '{"a":"José 漢"}'],
    ['UTF-8 as declared', Buffer.from('José'), 'application/json; charset=utf-8', 'José'],
    ['Windows-1252', of(0x80, 0x93, 0xe9, 0x94, 0x9f), 'text/plain; charset=windows-1252', '€“é”Ÿ'],
    ['the label iso-8859-1, which means Windows-1252', of(0x80), 'text/plain;charset=ISO-8859-1', '€'],
    ['a label in quotes and capitals', of(0xe9), 'text/plain; Charset="Windows-1252"', 'é'],
    ['another single-byte charset', of(0xa4), 'text/plain; charset=iso-8859-15', '€'],
    ['Cyrillic', of(0xcf, 0xf0), 'text/html; charset=windows-1251', 'Пр'],
    ['a multi-byte charset', of(0x8a, 0xbf, 0x8e, 0x9a), 'text/html; charset=shift_jis', '漢字'],
    ['UTF-16 as declared', Buffer.from('Jé', 'utf16le'), 'text/plain; charset=utf-16', 'Jé'],
    ['UTF-16BE as declared', utf16be('Jé'), 'text/plain; charset=utf-16be', 'Jé'],
    ['undeclared UTF-16', Buffer.from('{"a":1}', 'utf16le'), 'application/json', '{"a":1}'],
    ['undeclared UTF-16BE', utf16be('{"a":1}'), 'application/json', '{"a":1}'],
    [
      'the charset of an XML declaration',
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>'),
      'text/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    [
      'an XML declaration that falsely says UTF-16',
      Buffer.from('<?xml version="1.0" encoding="utf-16"?><a>é</a>'),
      'text/xml',
      '<?xml version="1.0" encoding="utf-16"?><a>é</a>',
    ],
    [
      'a header that contradicts the XML declaration',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>é'),
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="ISO-8859-1"?>é',
    ],
    [
      'bytes that are not UTF-8, without a declaration',
      latin1('{"a":"José"}'),
      'application/json',
      '{"a":"José"}',
    ],
    ['bytes that are not in the declared charset', latin1('José'), 'text/plain; charset=utf-8', 'José'],
    ['a label that nobody knows', Buffer.from('José'), 'text/plain; charset=ansi', 'José'],
    ['nothing', of(), 'text/plain; charset=utf-16', ''],
  ])('is right for %s', (_what, bytes, contentType, text) => {
    expect(decode(bytes, contentType)).toBe(text);
  });

  it.each([
    ['UTF-8', Buffer.from('\ufeff{"a":1}'), 'text/plain; charset=windows-1252'],
    ['UTF-16LE', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'application/json; charset=utf-8'],
    ['UTF-16BE', utf16be('\ufeff{"a":1}'), ''],
  ])('follows the byte order mark of %s whatever is declared, and drops it', (_what, bytes, contentType) => {
    expect(decode(bytes, contentType)).toBe('{"a":1}');
  });

  it('that was cut in the middle of a character ends before it', () => {
    expect(decode(Buffer.from('aé').subarray(0, 2), '', true)).toBe('a');
    expect(decode(Buffer.from('aé', 'utf16le').subarray(0, 3), 'a/b; charset=utf-16', true)).toBe('a');
    expect(decode(of(0x61, 0x8a), 'a/b; charset=shift_jis', true)).toBe('a');
    // A complete body does not end in half a character.
    expect(decode(latin1('café'))).toBe('café');
  });

  it('comes back from every encoding of it, without a replaced character', () => {
    const text = fc
      .string({ unit: 'binary' })
      .filter((each) => !/\p{Surrogate}/u.test(each) && !each.startsWith('\ufeff'));
    fc.assert(
      fc.property(text, (each) => {
        expect(decode(Buffer.from(each), 'a/b; charset=utf-8')).toBe(each);
        expect(decode(Buffer.from(each, 'utf16le'), 'a/b; charset=utf-16le')).toBe(each);
        expect(decode(utf16be(`\ufeff${each}`))).toBe(each);
      }),
    );
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.constantFrom('', 'a/b; charset=utf-8', 'a/b; charset=big5'),
        (bytes, type) => {
          // Its own bytes are in it only if the body had them.
          const had = Buffer.from(bytes).includes(Buffer.from('\ufffd'));
          if (!had && type !== 'a/b; charset=big5') expect(decode(bytes, type)).not.toContain('\ufffd');
        },
      ),
    );
  });
});
