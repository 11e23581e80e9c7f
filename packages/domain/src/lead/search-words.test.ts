import { searchTerms, searchWords } from './search-words.js';

const lead = {
  firstName: 'Mary-Jane',
  lastName: "O'Neil Ünal",
  email: '_mj+a@example.com',
  phone: '+16505551212',
};
const words = new Set(searchWords(lead, 'lead_01HZX'));

describe('lead search', () => {
  it.each([
    'mary-jane',
    'JANE',
    "o'neil",
    'ünal mary',
    'ÜNAL',
    '_mj+a@example.com',
    '_MJ+a@Example.com ',
    '+1 (650) 555-1212',
    '6505551212',
    '650.555.1212',
    '16505551212',
    'LEAD_01HZX',
    'neil, jane',
  ])('finds the lead by %s', (text) => {
    expect(searchTerms(text).every((term) => words.has(term))).toBe(true);
    expect(searchTerms(text)).not.toHaveLength(0);
  });

  it.each(['mar', 'example.com', '5551212', 'lead_', 'mary bob'])('does not find it by %s', (text) => {
    expect(searchTerms(text).every((term) => words.has(term))).toBe(false);
  });

  it('finds a national number as it is dialled within the country', () => {
    expect(searchWords({ phone: '+442079460958' }, 'l')).toEqual(
      expect.arrayContaining(['442079460958', '02079460958', '2079460958']),
    );
  });

  it('finds an invalid number by its digits', () => {
    expect(searchWords({ phone: '000-000-0000' }, 'l')).toContain('0000000000');
  });

  it('extracts no terms from an empty text', () => {
    expect(searchTerms('  ')).toEqual([]);
  });
});
