import { conditionSchema } from '@sluice/contracts';
import fc from 'fast-check';
import { factsOf, holds } from '../../test/facts.js';
import { evaluateCondition } from './evaluate-condition.js';

describe('a condition on a value set', () => {
  it('matches a value in the set, ignoring case, as number or text', () => {
    expect(holds('in_value_set', 'ca', [], 'vs_west')).toBe(true);
    expect(holds('in_value_set', '97201', [], 'vs_west')).toBe(true);
    expect(holds('in_value_set', 'NY', [], 'vs_west')).toBe(false);
    expect(holds('not_in_value_set', 'NY', [], 'vs_west')).toBe(true);
    expect(holds('not_in_value_set', 'CA', [], 'vs_west')).toBe(false);
    expect(holds('in_value_set', 'CA', [], 'vs_empty')).toBe(false);
    expect(holds('not_in_value_set', undefined, [], 'vs_west')).toBe(true);
  });

  test.each(['in_value_set', 'not_in_value_set'])(
    'matches neither way when the set is missing: %s',
    (operator) => {
      const condition = conditionSchema.parse({ field: 'x', operator, valueSetId: 'vs_gone' });
      const { matched, trace } = evaluateCondition(condition, factsOf({ x: 'CA' }));
      expect(matched).toBe(false);
      expect(trace).toMatchObject({ verdict: 'unmatched', because: 'value_set_missing' });
    },
  );

  it('has the same result for a long and a short set', () => {
    const scalar = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.integer({ min: -9, max: 9 }),
      fc.boolean(),
      fc.constantFrom('5', '5.0', ' 05'),
    );
    fc.assert(
      fc.property(fc.array(scalar, { maxLength: 12 }), scalar, (values, found) => {
        const padded = [...values, ...Array.from({ length: 20 }, (_, index) => `filler-${index}`)];
        const within = (set: readonly (string | number | boolean)[]) => {
          const condition = conditionSchema.parse({ field: 'x', operator: 'in_value_set', valueSetId: 'vs' });
          return evaluateCondition(condition, factsOf({ x: found }, { valueSets: new Map([['vs', set]]) }))
            .matched;
        };
        expect(within(padded)).toBe(within(values));
      }),
    );
  });
});
