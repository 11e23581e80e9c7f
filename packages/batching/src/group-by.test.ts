import { groupBy } from './group-by.js';

describe('groupBy', () => {
  it('keeps the order of the keys, and that of the items under each', () => {
    const groups = groupBy(['pear', 'fig', 'plum', 'apple', 'fennel'], (word) => word.charAt(0));
    expect([...groups]).toEqual([
      ['p', ['pear', 'plum']],
      ['f', ['fig', 'fennel']],
      ['a', ['apple']],
    ]);
  });

  it('has no group where there is nothing', () => {
    expect(groupBy([], String).size).toBe(0);
  });
});
