import fc from 'fast-check';
import { hasVisible, trimInvisible, withoutInvisible } from './visible-text.js';

const unseen = fc.constantFrom('\u200b', '\u200d', '\ufeff', '\u00ad', '\u202e', '\u0007', '\u{e0001}');
const space = fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u3000');
const seen = fc.string({ unit: fc.constantFrom('a', 'é', '🙂', 'ß', '中', '-'), minLength: 1 });

describe('characters that nobody sees', () => {
  it('are dropped anywhere, and nothing else is', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(seen, space)), unseen, (parts, between) => {
        expect(withoutInvisible(parts.join(between))).toBe(parts.join(''));
      }),
    );
  });

  it('are trimmed at both ends together with white space', () => {
    const around = fc.string({ unit: fc.oneof(unseen, space) });
    fc.assert(
      fc.property(around, seen, around, (before, text, after) => {
        expect(trimInvisible(before + text + after)).toBe(text);
      }),
    );
  });

  it('stay inside a text that is only trimmed, as in a family of emoji', () => {
    expect(trimInvisible(' 👨\u200d👩\u200d👧 ')).toBe('👨\u200d👩\u200d👧');
  });

  it('are trimmed in a time that grows with the length of the text', () => {
    const long = `a${' \u200b'.repeat(200_000)}b`;
    expect(trimInvisible(long)).toBe(long);
  });

  it.each(['', ' ', '\u200b', '\u00a0\u00ad', '\u2800', '\u3164', '\u034f', '\u0000'])(
    'are not something to see: %j',
    (text) => expect(hasVisible(text)).toBe(false),
  );

  it.each(['a', ' \u200b-', '🙂', '\u0301e'])('leave something to see: %j', (text) =>
    expect(hasVisible(text)).toBe(true),
  );
});
