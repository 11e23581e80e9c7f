/** Names as typed by a person without accents on the keyboard. */

// Letters that are not a base letter with a mark, and what people type for them.
const asTyped: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ı: 'i',
};

/** The lower-case `word` without accents: `zoë` is `zoe`, `ünal` is `unal`, `sørensen` is `sorensen`. */
export function withoutAccents(word: string): string {
  // Almost every word has none, and this runs for each name of each lead.
  if (!/[^\0-\x7f]/.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[æœøßþðđħłı]/g, (letter) => asTyped[letter] ?? letter)
    .normalize('NFC');
}
