import fc from 'fast-check';
import { bodyText, formText, refuseOtherCharset } from './body-text.js';

function problemOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

describe('the charset of a body', () => {
  it.each([
    undefined,
    'application/json',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; Charset=UTF8',
    'application/json; charset="Utf8"',
    "application/json; charset='utf-8'",
    'application/json; profile="charset=latin1"',
    'application/json; charset=',
  ])('may be declared like this: %s', (contentType) => {
    expect(() => refuseOtherCharset(contentType)).not.toThrow();
  });

  it.each([
    'application/json; charset=iso-8859-1',
    'application/json; charset=ISO-8859-1',
    'application/json; charset="windows-1252"',
    'application/json;CHARSET=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=us-ascii',
    'application/json; boundary=x; charset=utf-7',
    'application/json; charset=utf-88',
  ])('must be UTF-8: %s', (contentType) => {
    expect(problemOf(() => refuseOtherCharset(contentType))).toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      status: 415,
    });
  });
});

const refused = { code: 'VALIDATION_ERROR', details: ['body: is not UTF-8'] };

describe('the bytes of a body', () => {
  it('are what was written, and never a replacement character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 12 }), (bytes) => {
        let text: string;
        try {
          text = bodyText(bytes);
        } catch (error) {
          expect(error).toMatchObject(refused);
          return;
        }
        // An encoded U+FFFD is a character like any other.
        if (text.includes('\ufffd')) expect(Buffer.from(bytes).includes('\ufffd')).toBe(true);
      }),
    );
  });
});

describe('the escapes of a form', () => {
  it('are read as UTF-8, whatever surrounds them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (name, value) => {
        const form = new URLSearchParams([[name, value]]).toString();
        expect(new URLSearchParams(formText(Buffer.from(form))).get(name)).toBe(value);
      }),
    );
  });

  it.each([
    'Body=caf%E9',
    'Body=%e9',
    'a=%C3',
    'a=%C3&b=%A9',
    '%ff=1',
    'a=%ED%A0%BD',
    'a=%C0%AF',
    'a=%E2%82+',
  ])('are refused when their bytes are not UTF-8: %s', (form) =>
    expect(problemOf(() => formText(Buffer.from(form)))).toMatchObject(refused),
  );

  it.each(['a=100%', 'a=%zz', 'a=%e', 'a=5%25', 'Body=caf%C3%A9', 'a=%F0%9F%99%82'])(
    'are no escapes, or whole characters: %s',
    (form) => expect(formText(Buffer.from(form))).toBe(form),
  );
});
