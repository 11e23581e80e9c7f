import { problemsIn } from '../../test/problems-in.js';
import { conditionGroupSchema, conditionSchema } from './conditions.js';
import { conditionOperators } from './condition-operators.js';

const problems = (condition: unknown) => problemsIn(conditionSchema, condition);

describe('condition operators', () => {
  it('include the thirty that the interface lists', () => {
    const listed = [
      'equals',
      'not_equals',
      'contains',
      'not_contains',
      'starts_with',
      'ends_with',
      'in',
      'not_in',
      'greater_than',
      'greater_than_or_equal',
      'less_than',
      'less_than_or_equal',
      'between',
      'not_between',
      'exists',
      'not_exists',
      'is_true',
      'is_false',
      'matches',
      'not_matches',
      'before',
      'after',
      'within_last',
      'older_than',
      'age_at_least',
      'age_at_most',
      'in_value_set',
      'not_in_value_set',
      'file_ready',
      'file_status_equals',
    ];
    expect(conditionOperators).toEqual(expect.arrayContaining(listed));
  });

  it.each(conditionOperators.map((operator) => [operator]))('accept %s in every spelling', (operator) => {
    const camelCase = operator.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    for (const spelling of [operator, camelCase, operator.replaceAll('_', ' '), operator.toUpperCase()]) {
      const reported = problems({ field: 'x', operator: spelling });
      expect(reported.filter((problem) => problem.startsWith('operator'))).toEqual([]);
    }
  });

  it('refuse an unknown name', () => {
    expect(problems({ field: 'x', operator: 'resembles', value: ['a'] })[0]).toMatch(
      /^operator: must be one of equals, /,
    );
    expect(problems({ field: 'x', value: ['a'] })).toEqual(['operator: is required']);
  });
});

describe('condition values', () => {
  it.each([
    ['equals', ['no']],
    ['equals', ['']],
    ['in', ['CA', 5, true]],
    ['not_in', ['CA']],
    ['greater_than', [5]],
    ['greater_than', ['5.5']],
    ['less_than_or_equal', ['2024-01-01']],
    ['between', [1, 10]],
    ['between', ['2024-01-01', '2024-12-31']],
    ['exists', []],
    ['is_true', undefined],
    ['file_ready', []],
    ['matches', ['^a']],
    ['before', ['2024-01-01', '2024-01-01T10:00:00Z']],
    ['within_last', [30]],
    ['age_at_least', ['18']],
    ['file_status_equals', ['signed', 'verified']],
  ])('of the operator %s may be %j', (operator, value) => {
    expect(problems({ field: 'x', operator, value })).toEqual([]);
  });

  it.each([
    ['equals', [], 'value: must hold at least one value for equals'],
    ['not_in', undefined, 'value: must hold at least one value for not_in'],
    ['exists', ['yes'], 'value: must be empty for exists'],
    ['is_false', [false], 'value: must be empty for is_false'],
    ['between', [1], 'value: must hold [min, max] for between'],
    ['notBetween', [1, 2, 3], 'value: must hold [min, max] for not_between'],
    ['between', [1, 'many'], 'value.1: must be a number or an ISO 8601 date'],
    ['greater_than', ['tall'], 'value.0: must be a number or an ISO 8601 date'],
    ['greater_than', [true], 'value.0: must be a number or an ISO 8601 date'],
    ['less_than', [''], 'value.0: must be a number or an ISO 8601 date'],
    ['before', ['soon'], 'value.0: must be an ISO 8601 date or timestamp'],
    ['after', [20240101], 'value.0: must be an ISO 8601 date or timestamp'],
    ['after', ['2024-13-01'], 'value.0: must be an ISO 8601 date or timestamp'],
    ['after', ['2023-02-29'], 'value.0: must be an ISO 8601 date or timestamp'],
    ['before', ['2024-04-31T10:00:00Z'], 'value.0: must be an ISO 8601 date or timestamp'],
    ['greater_than', ['2024-02-30'], 'value.0: must be a number or an ISO 8601 date'],
    ['greater_than', ['0x10'], 'value.0: must be a number or an ISO 8601 date'],
    ['age_at_least', ['0b11'], 'value.0: must be a whole number of at least 0'],
    ['within_last', [1, 2], 'value: must hold exactly one value for within_last'],
    ['older_than', [-1], 'value.0: must be a whole number of at least 0'],
    ['age_at_most', [17.5], 'value.0: must be a whole number of at least 0'],
    ['matches', ['(?=a)'], 'value.0: must not use lookahead or lookbehind'],
    ['not_matches', ['ok', '(a)\\1'], 'value.1: must not use backreferences'],
    ['matches', [5], 'value.0: must be a pattern'],
    ['in_value_set', [], 'valueSetId: is required by in_value_set'],
    ['notInValueSet', ['a'], 'valueSetId: is required by not_in_value_set'],
    ['equals', 'no', 'value: must be an array'],
    ['equals', [null], 'value.0: must be text, a number, true or false'],
    ['equals', [{ $ne: 1 }], 'value.0.$ne: is not an allowed key'],
  ])('of the operator %s may not be %j', (operator, value, problem) => {
    expect(problems({ field: 'x', operator, value })).toEqual([problem]);
  });

  it('must be a file status where a file status is compared', () => {
    expect(problems({ field: 'file.id', operator: 'file_status_equals', value: ['lost'] })[0]).toMatch(
      /^value\.0: must be one of pending, uploaded/,
    );
  });
});

describe('condition groups', () => {
  it('are read into canonical form, with defaults for omitted members', () => {
    expect(
      conditionGroupSchema.parse({
        logicalOperator: 'or',
        subRules: [{ conditions: [{ field: 'injury', operator: 'notExists' }] }, { logicalOperator: 'Or' }],
        unknown: 1,
      }),
    ).toEqual({
      logicalOperator: 'OR',
      subRules: [
        { logicalOperator: 'AND', conditions: [{ field: 'injury', operator: 'not_exists', value: [] }] },
        { logicalOperator: 'OR', conditions: [] },
      ],
    });
    expect(conditionGroupSchema.parse({})).toEqual({ logicalOperator: 'AND', subRules: [] });
  });

  it('are unchanged when read a second time', () => {
    const once = conditionGroupSchema.parse({
      name: 'n',
      isActive: false,
      logicalOperator: 'and',
      subRules: [
        { logicalOperator: 'OR', conditions: [{ field: 'a', operator: 'startsWith', value: ['x'] }] },
      ],
    });
    expect(conditionGroupSchema.parse(once)).toEqual(once);
  });

  it('may be joined by AND or OR only', () => {
    expect(conditionGroupSchema.safeParse({ logicalOperator: 'XOR' }).success).toBe(false);
  });
});
