import { conditionSchema, type Condition } from '@sluice/contracts';
import { factsOf } from '../../test/facts.js';
import { evaluateCondition } from './evaluate-condition.js';

const west = new Map([
  ['vs_west', ['CA', 'OR', 'NV']],
  ['vs_named', Array.from({ length: 40 }, (_, n) => `place ${n}`).concat('Calif.', 'Nevada')],
]);

function matches(
  operator: string,
  state: unknown,
  value: Condition['value'],
  more: { readonly country?: string; readonly field?: string; readonly valueSetId?: string } = {},
): boolean {
  const { country, field = 'state', valueSetId } = more;
  const condition = conditionSchema.parse({ field, operator, value, valueSetId });
  const data = { address: { state: state as string }, country: country || undefined };
  const own = { data: field === 'state' ? data : { ...data, questionnaire: { [field]: state } } };
  return evaluateCondition(condition, factsOf({}, { ...own, valueSets: west })).matched;
}

describe('a state compares by its two letters', () => {
  it.each<[string, unknown, Condition['value'], boolean]>([
    ['equals', 'California', ['CA'], true],
    ['equals', 'CA', ['California'], true],
    ['equals', 'Calif.', ['california'], true],
    ['equals', 'Washington, D.C.', ['DC'], true],
    ['equals', 'Washington, D.C.', ['WA'], false],
    ['equals', 'Quebec', ['QC'], true],
    ['equals', 'Bavaria', ['Bavaria'], true],
    ['equals', 'Bavaria', ['CA'], false],
    ['not_equals', 'Ohio (OH)', ['OH'], false],
    ['not_equals', 'Ohio', ['OK'], true],
    ['in', 'California', ['CA', 'NV'], true],
    ['in', 'Nev.', ['CA', 'NV'], true],
    ['in', 'Texas', ['CA', 'NV'], false],
    ['in', ['Texas', 'Nevada'], ['CA', 'NV'], true],
    ['not_in', 'N. Carolina', ['NC', 'SC'], false],
    ['not_in', 'Virginia', ['WV'], true],
    ['contains', 'North Carolina', ['Carolina'], true],
    ['contains', 'California', ['CA'], true],
    ['contains', 'NC', ['North Carolina'], true],
    ['not_contains', 'NC', ['North Carolina'], false],
    ['starts_with', 'West Virginia', ['WV'], true],
    ['ends_with', 'New York', ['NY'], true],
    ['matches', 'California', ['^(CA|NV)$'], true],
    ['matches', 'California', ['^Cali'], true],
    ['matches', 'Texas', ['^(CA|NV)$'], false],
    ['not_matches', 'California', ['^(CA|NV)$'], false],
  ])('%s %j with %j: %s', (operator, state, value, matched) => {
    expect(matches(operator, state, value)).toBe(matched);
  });

  it.each([
    ['in_value_set', 'Oregon', 'vs_west', true],
    ['in_value_set', 'CA', 'vs_named', true],
    ['in_value_set', 'Texas', 'vs_named', false],
    ['not_in_value_set', 'Nev.', 'vs_west', false],
    ['not_in_value_set', 'NV', 'vs_named', false],
  ])('%s %s %s: %s', (operator, state, valueSetId, matched) => {
    expect(matches(operator, state, [], { valueSetId })).toBe(matched);
  });

  it('under each key that names one', () => {
    for (const field of [
      'accident_state',
      'homeState',
      'province',
      'state_of_residence',
      'questionnaire.us-state',
    ])
      expect([
        field,
        matches('in', 'California', ['CA'], { field: field.replace('questionnaire.', '') }),
      ]).toEqual([field, true]);
    for (const field of ['city', 'statement', 'estate'])
      expect([field, matches('in', 'California', ['CA'], { field })]).toEqual([field, false]);
  });

  it('of the United States, of Canada, or of a lead without a country', () => {
    for (const country of ['US', 'CA']) expect(matches('equals', 'Texas', ['TX'], { country })).toBe(true);
    expect(matches('equals', 'Western Australia', ['WA'], { country: 'AU' })).toBe(false);
    expect(matches('equals', 'Washington', ['WA'], { country: 'AU' })).toBe(false);
  });
});
