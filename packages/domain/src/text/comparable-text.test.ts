import fc from 'fast-check';
import { comparableText, visibleText } from './comparable-text.js';

const unseen = fc.constantFrom(
  '\u200b',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u0007',
  '\u3164',
  '\ufe0f',
  '\u{e0001}',
);
const words = fc.constantFrom('San Francisco', 'José Ávila', 'straße', '정 민', 'ada@bücher.example', '🙂');

describe('texts that look the same', () => {
  it('compare as the same, with invisible characters anywhere and in either form of Unicode', () => {
    fc.assert(
      fc.property(words, unseen, fc.nat(20), (text, one, at) => {
        const characters = [...text.normalize('NFD')];
        const spelled = [...characters.slice(0, at), one, ...characters.slice(at)].join('');
        expect(comparableText(spelled)).toBe(comparableText(text));
      }),
    );
  });

  it.each([
    [' Yes\u00a0', 'yes'],
    ['San\tFrancisco', 'san francisco'],
    ['San\u00a0Francisco', 'san francisco'],
    ['ada@XN--BCHER-KVA.example', 'ada@bücher.example'],
    ['@xn--bcher-kva.example', '@bücher.example'],
    ['xn--not-a-label-999999', 'xn--not-a-label-999999'],
    ['O’Brien', "o'brien"],
    ['OʼBrien', "o'brien"],
    ['O`Brien', "o'brien"],
    ['‘t Hooft', "'t hooft"],
    ['\u200b\u3164', ''],
  ])('%j compares as %j', (text, comparable) => {
    expect(comparableText(text)).toBe(comparable);
  });

  it('keep their case and their labels where a pattern reads them', () => {
    expect(visibleText(' AB\u200b-12 ')).toBe('AB-12');
    expect(visibleText('x@xn--bcher-kva.example')).toBe('x@xn--bcher-kva.example');
  });
});

it('texts that look different compare as different', () => {
  const texts = ['a b', 'ab', 'é', 'e', '5', '05', 'ß', 'ss'];
  expect(new Set(texts.map(comparableText)).size).toBe(texts.length);
});
