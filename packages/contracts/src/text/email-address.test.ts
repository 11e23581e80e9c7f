import fc from 'fast-check';
import { emailSchema } from '../formats/primitives.js';
import { canonicalEmail } from './email-address.js';

const mailbox = fc.constantFrom(
  'ada@example.com',
  'jörg.müller@bücher.example',
  "o'neil+x@mail.example.com",
  'x@xn--bcher-kva.example',
  '정@उदाहरण.परीक्षा',
);
const unseen = fc.constantFrom(
  '\u200b',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u202e',
  '\t',
  '\n',
  '\u0007',
  '\u{e0001}',
  '\u034f',
  '\ufe0f',
);

describe('two spellings of one mailbox are one text', () => {
  it('with invisible characters anywhere, or white space around it', () => {
    fc.assert(
      fc.property(
        mailbox,
        unseen,
        fc.nat(40),
        fc.constantFrom('', ' ', '\u00a0'),
        (address, one, at, space) => {
          const spelled = `${space}${address.slice(0, at)}${one}${address.slice(at)}${space}`;
          expect(canonicalEmail(spelled)).toBe(canonicalEmail(address));
          expect(emailSchema.safeParse(spelled).success).toBe(true);
        },
      ),
    );
  });

  it('in either case, composed or decomposed, and spelled again', () => {
    fc.assert(
      fc.property(mailbox, (address) => {
        const canonical = canonicalEmail(address);
        expect(canonicalEmail(address.toUpperCase())).toBe(canonical);
        expect(canonicalEmail(address.normalize('NFD'))).toBe(canonical);
        expect(canonicalEmail(canonical)).toBe(canonical);
      }),
    );
  });

  it.each([
    [' ADA@Example.COM ', 'ada@example.com'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
    ['JÖRG@example.com', 'jörg@example.com'],
    ['ada@straße.example', 'ada@xn--strae-oqa.example'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['ada﹫example。com', 'ada@example.com'],
    ['ada@example｡com', 'ada@example.com'],
  ])('%j is %s', (sent, canonical) => {
    expect(canonicalEmail(sent)).toBe(canonical);
    expect(emailSchema.safeParse(sent).success).toBe(true);
  });
});

describe('the canonical spelling', () => {
  it('keeps two mailboxes apart', () => {
    const two = ['jörg@example.com', 'jorg@example.com', 'ada@bücher.example', 'ada@bucher.example'];
    expect(new Set(two.map(canonicalEmail)).size).toBe(two.length);
  });

  it('of a text that is no address never throws, and makes no address of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(typeof canonicalEmail(text)).toBe('string');
      }),
    );
    for (const text of [
      '',
      '@',
      'ada',
      'a@b/c.com',
      'ada@ex%41mple.com',
      'ada@exa mple.com',
      'ada@b℀c.com',
    ]) {
      expect(emailSchema.safeParse(text).success).toBe(false);
    }
  });
});
