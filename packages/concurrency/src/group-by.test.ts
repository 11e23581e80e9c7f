import { groupBy } from './group-by.js';

describe('groupBy', () => {
  it('keeps the order of the keys, and of the items under each key', () => {
    const groups = groupBy(['pear', 'fig', 'plum', 'apple', 'fennel'], (word) => word.charAt(0));
    expect([...groups]).toEqual([
      ['p', ['pear', 'plum']],
      ['f', ['fig', 'fennel']],
      ['a', ['apple']],
    ]);
  });

  it('returns no group for an empty list', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});
