import { normaliseLead } from './normalise.js';
import { searchTerms, searchWords, type NameMatch } from './search-words.js';

const lead = {
  firstName: 'Mary-Jane',
  lastName: "O'Neil Ünal",
  email: '_mj+a@example.com',
  phone: '+16505551212',
};
const leadId = 'lead_01HZX5KQ8WJ3T9V6N2R4Y7B0CD';
const stored = searchWords(lead);

function isFound(text: string, names?: NameMatch, words: readonly string[] = stored): boolean {
  return searchTerms(text, names).every((term) => {
    if (term.kind === 'lead') return term.leadId === leadId;
    if (term.kind === 'word') return term.anyOf.some((word) => words.includes(word));
    return words.some((word) => word.startsWith(term.beginning));
  });
}

describe('lead search', () => {
  it.each([
    'mary-jane',
    'JANE',
    "o'neil",
    'O’NEIL',
    'oʼneil',
    'O`Neil',
    'oneil',
    'ünal mary',
    'ÜNAL',
    'unal',
    '_mj+a@example.com',
    '_MJ+a@Example.com ',
    '+1 (650) 555-1212',
    '6505551212',
    '650.555.1212',
    '650/555-1212',
    '16505551212',
    '001 650 555 1212',
    '011 1 650 555 1212',
    'tel:+1-650-555-1212',
    leadId,
    leadId.toUpperCase(),
    'neil, jane',
    `jane ${leadId}`,
  ])('finds the lead by %s, whether names have to be whole or not', (text) => {
    expect(searchTerms(text)).not.toHaveLength(0);
    expect([isFound(text), isFound(text, 'beginning')]).toEqual([true, true]);
  });

  it.each(['mar', 'UNA', 'ja o', 'Mary-J', "o'ne", 'O’Ne', 'one'])(
    'finds the lead by %s if the beginning of a name suffices',
    (text) => {
      expect(isFound(text, 'beginning')).toBe(true);
      expect(isFound(text)).toBe(false);
    },
  );

  it.each(['example.com', '5551212', 'lead_', '_mj', 'mary bob', 'aryjane', '650555'])(
    'does not find it by %s',
    (text) => {
      expect([isFound(text), isFound(text, 'beginning')]).toEqual([false, false]);
    },
  );

  it.each(['+44 20 7946 0958', '020 7946 0958', '0044 20 7946 0958', '+44 (0)20 7946 0958', '2079460958'])(
    'finds a British number by %s',
    (text) => {
      expect(isFound(text, 'beginning', searchWords({ phone: '+442079460958' }))).toBe(true);
    },
  );

  it.each([
    'jörg@bücher.example',
    'JO\u0308RG@XN--BCHER-KVA.EXAMPLE',
    'jörg\u200b@bücher.example',
    'jörg＠bücher．example',
    'Ünal\u00ad',
    'U\u0308nal',
    '４１５‑５５５‑０１３２',
    '415\u200b 555\u20140132',
  ])('finds a lead that was sent with invisible characters by %j', (text) => {
    const sent = { lastName: 'Ünal\u200b', email: 'Jörg@Bu\u0308cher.example', phone: '4155550132.0' };
    const words = searchWords(normaliseLead(sent, []));
    expect([isFound(text, 'whole', words), isFound(text, 'beginning', words)]).toEqual([true, true]);
  });

  it('keeps the words of names apart from mail addresses, so that a name may be begun', () => {
    const words = searchWords({ firstName: 'Ann', email: 'mary@example.com' });
    expect(isFound('mary', 'beginning', words)).toBe(false);
    expect(isFound('mary@example.com', 'beginning', words)).toBe(true);
  });

  it.each([
    ['Zoë', 'zoe'],
    ['Łukasz', 'lukasz'],
    ['Sørensen', 'sorensen'],
    ['Großmann', 'grossmann'],
    ['Nuñez', 'nunez'],
  ])('stores %s as it is typed without accents', (firstName, word) => {
    expect(searchWords({ firstName })).toEqual([word]);
    expect(isFound(firstName, 'whole', [word])).toBe(true);
  });

  it.each(["O'Brien", 'O’Brien', 'OʼBrien', 'O`Brien', 'OBrien'])(
    'finds %s by the name with any apostrophe, or without one',
    (lastName) => {
      for (const text of ["o'brien", 'o’brien', 'oʼbrien', 'o`brien', 'obrien'])
        for (const names of ['whole', 'beginning'] as const)
          expect([text, names, isFound(text, names, searchWords({ lastName }))]).toEqual([text, names, true]);
    },
  );

  it('stores a usual lead under four words', () => {
    expect(
      searchWords({
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada@example.com',
        phone: '+16505551212',
      }),
    ).toHaveLength(4);
  });

  it('finds an invalid number by its digits', () => {
    expect(searchWords({ phone: '000-000-0000' })).toContain('0000000000');
    expect(isFound('000-000-0000', 'whole', searchWords({ phone: '000-000-0000' }))).toBe(true);
  });

  const tooMany = Array.from({ length: 21 }, (_, n) => `word${n}`);
  it.each(['', '  ', '…', '()', "'", '\u200b', tooMany.join(' ')])(
    'finds no lead, rather than every lead, by a text without words, or with too many: %j',
    (text) => {
      for (const names of ['whole', 'beginning'] as const)
        expect([names, isFound(text, names, [...stored, ...tooMany])]).toEqual([names, false]);
    },
  );
});
