import { type Condition, conditionOperators, conditionSchema } from '@sluice/contracts';
import { factsOf, holds } from '../../test/facts.js';
import { evaluateCondition } from './evaluate-condition.js';

type Row = readonly [operator: string, found: unknown, value: Condition['value'], matched: boolean];

const rows: readonly Row[] = [
  // equals: text, ignoring case and outer spaces
  ['equals', ' Yes ', ['yes'], true],
  ['equals', 'yes', ['no', 'YES'], true],
  ['equals', 'yes', ['no'], false],
  ['equals', 'ÄRGER', ['ärger'], true],
  ['equals', 5, ['5'], true],
  ['equals', 5, ['5.0'], true],
  ['equals', '5.0', [5], true],
  ['equals', '05', ['5'], false],
  ['equals', true, ['true'], true],
  ['equals', 'true', [true], true],
  ['equals', ['a', 'b'], ['B'], true],
  ['equals', [['a'], ['b']], ['b'], true],
  ['equals', { a: 1 }, ['[object Object]'], false],
  ['equals', undefined, ['yes'], false],
  ['equals', '  ', ['yes'], false],
  ['equals', 'x', [''], false],
  ['not_equals', 'yes', ['no', 'maybe'], true],
  ['not_equals', 'No', ['no', 'maybe'], false],
  ['not_equals', ['a', 'b'], ['b'], false],
  ['not_equals', undefined, ['no'], true],
  ['not_equals', null, ['no'], true],
  ['not_equals', [], ['no'], true],
  // contains and related operators
  ['contains', 'Motor Vehicle Accident', ['vehicle'], true],
  ['contains', 'Motor Vehicle Accident', ['boat', 'motor'], true],
  ['contains', 'Motor Vehicle Accident', ['boat'], false],
  ['contains', 'anything', [''], false],
  ['contains', 12345, ['234'], true],
  ['contains', ['back pain', 'neck'], ['BACK'], true],
  ['contains', undefined, ['a'], false],
  ['not_contains', 'abc', ['d', 'e'], true],
  ['not_contains', 'abc', ['d', 'b'], false],
  ['not_contains', undefined, ['d'], true],
  ['starts_with', ' +1415555', ['+1415'], true],
  ['starts_with', 'x+1415555', ['+1415'], false],
  ['starts_with', undefined, ['+'], false],
  ['ends_with', 'ada@Example.com', ['@example.com'], true],
  ['ends_with', 'ada@example.com.br', ['@example.com'], false],
  ['ends_with', undefined, ['m'], false],
  // in
  ['in', 'ca', ['WA', 'CA'], true],
  ['in', 'nv', ['WA', 'CA'], false],
  ['in', undefined, ['WA'], false],
  ['not_in', 'nv', ['WA', 'CA'], true],
  ['not_in', 'ca', ['WA', 'CA'], false],
  ['not_in', undefined, ['WA'], true],
  // order of numbers and dates
  ['greater_than', 10, [9], true],
  ['greater_than', '10', ['9'], true],
  ['greater_than', 9, [9], false],
  ['greater_than', 'ten', [9], false],
  ['greater_than', [1, 10], [9], true],
  ['greater_than', '15,000', [10_000], true],
  ['greater_than', '$15,000', ['10000'], true],
  ['less_than', '15 000', [10_000], false],
  ['less_than_or_equal', '-$5', [0], true],
  ['between', '1.5e4', [10_000, 20_000], true],
  ['not_between', '15,000', [10_000, 20_000], false],
  ['not_between', ['many', 15], [10, 20], false],
  ['not_between', ['many', 5], [10, 20], false],
  ['greater_than', ['many', 15], [10], true],
  ['greater_than', '20240501', ['2024-01-01'], true],
  ['greater_than', '2026-08-01', ['2026-07-31'], true],
  ['greater_than', '2026', ['2025-01-01'], false],
  ['greater_than', undefined, [9], false],
  ['greater_than_or_equal', 9, [9], true],
  ['greater_than_or_equal', 8.9, [9], false],
  ['greater_than_or_equal', undefined, [9], false],
  ['less_than', -1, [0], true],
  ['less_than', 0, [0], false],
  ['less_than', true, [5], false],
  ['less_than', undefined, [0], false],
  ['less_than_or_equal', '0', [0], true],
  ['less_than_or_equal', '0.01', [0], false],
  ['less_than_or_equal', undefined, [0], false],
  ['between', 1, [1, 5], true],
  ['between', '5', [1, 5], true],
  ['between', 5.01, [1, 5], false],
  ['between', 'three', [1, 5], false],
  ['between', 3, [5, 1], false],
  ['between', '2026-02-10', ['2026-02-01', '2026-02-28'], true],
  ['between', [9, 3], [1, 5], true],
  ['between', undefined, [1, 5], false],
  ['not_between', 6, [1, 5], true],
  ['not_between', 1, [1, 5], false],
  ['not_between', 'three', [1, 5], false],
  ['not_between', 'last year', ['2026-01-01', '2026-12-31'], false],
  ['not_between', undefined, [1, 5], true],
  // presence
  ['exists', 0, [], true],
  ['exists', false, [], true],
  ['exists', {}, [], true],
  ['exists', '', [], false],
  ['exists', ' ', [], false],
  ['exists', [null, ''], [], false],
  ['exists', null, [], false],
  ['not_exists', 'a', [], false],
  ['not_exists', undefined, [], true],
  ['not_exists', [], [], true],
  // Booleans
  ['is_true', true, [], true],
  ['is_true', 'Yes', [], true],
  ['is_true', 1, [], true],
  ['is_true', 'no', [], false],
  ['is_true', 'perhaps', [], false],
  ['is_true', undefined, [], false],
  ['is_false', false, [], true],
  ['is_false', 'NO', [], true],
  ['is_false', 0, [], true],
  ['is_false', 'yes', [], false],
  ['is_false', 'perhaps', [], false],
  ['is_false', undefined, [], false],
  // patterns
  ['matches', 'AB-1234', ['^\\w{2}-\\d+$'], true],
  ['matches', 'see AB-1234', ['^x', '\\d{4}'], true],
  ['matches', 'abc', ['ABC'], false],
  ['matches', 'abc', ['(?i)ABC'], true],
  ['matches', 94607, ['^946'], true],
  ['matches', ['x', '12'], ['^\\d+$'], true],
  ['matches', {}, ['.*'], false],
  ['matches', undefined, ['.*'], false],
  ['not_matches', 'abc', ['\\d'], true],
  ['not_matches', 'ab1', ['\\d'], false],
  ['not_matches', undefined, ['\\d'], true],
  // dates; now is 2026-08-01T12:00Z
  ['before', '2026-01-01', ['2026-01-02'], true],
  ['before', '2026-01-02', ['2026-01-02'], false],
  ['before', '2026-01-02T00:00:00Z', ['2026-01-02'], false],
  ['before', '2026-01-01T23:59:59+00:00', ['2026-01-02T00:00:00Z'], true],
  ['before', '2026-01-02T01:00:00+02:00', ['2026-01-02T00:00:00Z'], true],
  ['before', 'last year', ['2026-01-02'], false],
  ['before', undefined, ['2026-01-02'], false],
  ['before', '05/01/2023', ['2024-01-01'], true],
  ['before', '1.5.2023', ['2024-01-01'], true],
  ['after', '20230501', ['2024-01-01'], false],
  ['within_last', '07/02/2026', [30], true],
  ['older_than', '1.7.2026', [30], true],
  ['age_at_least', '8/1/2008', [18], true],
  ['age_at_most', '02.08.1960', [65], true],
  ['after', '2026-01-03', ['2026-01-02'], true],
  ['after', '2026-01-02T23:00:00Z', ['2026-01-02'], false],
  ['after', '2026-02-30', ['2026-01-02'], false],
  ['after', undefined, ['2026-01-02'], false],
  ['within_last', '2026-07-02', [30], true],
  ['within_last', '2026-07-01', [30], false],
  ['within_last', '2026-08-01', [0], true],
  ['within_last', '2026-08-02', [30], false],
  ['within_last', '2026-07-31T12:00:00Z', [1], true],
  ['within_last', '2026-07-31T11:59:59Z', [1], false],
  ['within_last', undefined, [30], false],
  ['older_than', '2026-07-01', [30], true],
  ['older_than', '2026-07-02', [30], false],
  ['older_than', '2026-07-31T11:59:59Z', [1], true],
  ['older_than', '2027-01-01', [0], false],
  ['older_than', undefined, [30], false],
  ['age_at_least', '2008-08-01', [18], true],
  ['age_at_least', '2008-08-02', [18], false],
  ['age_at_least', 'adult', [18], false],
  ['age_at_least', undefined, [18], false],
  ['age_at_most', '1960-08-02', [65], true],
  ['age_at_most', '1960-08-01', [65], false],
  ['age_at_most', '2030-01-01', [65], false],
  ['age_at_most', undefined, [65], false],
];

describe('the condition operator', () => {
  test.each(rows)('%s on %j with %j gives %s', (operator, found, value, matched) => {
    expect(holds(operator, found, value)).toBe(matched);
  });

  it('has at least one case in this table or in the tests of files and value sets', () => {
    const elsewhere = ['in_value_set', 'not_in_value_set', 'file_ready', 'file_status_equals'];
    const tabled = new Set([...rows.map(([operator]) => operator), ...elsewhere]);
    expect(conditionOperators.filter((operator) => !tabled.has(operator))).toEqual([]);
  });

  it('may be spelled in camelCase or with spaces', () => {
    expect(holds('greaterThanOrEqual', 9, [9])).toBe(true);
    expect(holds('Not Equals', 'a', ['b'])).toBe(true);
  });
});

describe('a value that cannot be read', () => {
  it.each([
    ['greater_than', 'many', [10], 'not_a_number'],
    ['greater_than_or_equal', '15k', [10], 'not_a_number'],
    ['less_than', true, [10], 'not_a_number'],
    ['less_than_or_equal', {}, [10], 'not_a_number'],
    ['between', 'three', [1, 5], 'not_a_number'],
    ['not_between', 'three', [1, 5], 'not_a_number'],
    ['not_between', ['three', 9], [1, 5], 'not_a_number'],
    ['greater_than', 'many', ['2026-01-01'], 'not_a_date'],
    ['before', 'last year', ['2026-01-01'], 'not_a_date'],
    ['after', '30.2.2026', ['2026-01-01'], 'not_a_date'],
    ['within_last', 'recently', [30], 'not_a_date'],
    ['older_than', '13/13/2026', [30], 'not_a_date'],
    ['age_at_least', 'adult', [18], 'not_a_date'],
    ['age_at_most', '17', [65], 'not_a_date'],
    ['not_between', 'soon', ['2026-01-01', '2026-12-31'], 'not_a_date'],
  ])('matches neither %s nor its negation: %j with %j is %s', (operator, found, value, because) => {
    const condition = conditionSchema.parse({ field: 'x', operator, value });
    expect(evaluateCondition(condition, factsOf({ x: found })).trace).toMatchObject({
      verdict: 'unmatched',
      because,
    });
  });

  it('says nothing where another value of the list decides, or where there is no value', () => {
    const condition = (operator: string) => conditionSchema.parse({ field: 'x', operator, value: [1, 5] });
    for (const x of [['three', 3], undefined])
      for (const operator of ['between', 'not_between'])
        expect(evaluateCondition(condition(operator), factsOf({ x })).trace.because).not.toBe('not_a_number');
  });

  it('may be a date of another country, where it is not clear which number is the month', () => {
    const before = conditionSchema.parse({ field: 'x', operator: 'before', value: ['2024-01-01'] });
    const of = (country: string) => ({ data: { country, questionnaire: { x: '05/01/2023' } } });
    expect(evaluateCondition(before, factsOf({}, of('US'))).matched).toBe(true);
    expect(evaluateCondition(before, factsOf({}, of('GB'))).trace.because).toBe('not_a_date');
  });
});

describe('an age', () => {
  it('increases on 1 March of common years for a person born on 29 February', () => {
    const condition = conditionSchema.parse({
      field: 'date_of_birth',
      operator: 'age_at_least',
      value: [18],
    });
    const on = (day: string) =>
      evaluateCondition(condition, factsOf({}, { data: { dateOfBirth: '2004-02-29' }, now: new Date(day) }));
    expect(on('2022-02-28T12:00:00Z').matched).toBe(false);
    expect(on('2022-03-01T00:00:00Z').matched).toBe(true);
  });

  it('increases with the local day in the time zone of the facts', () => {
    const condition = conditionSchema.parse({ field: 'dateOfBirth', operator: 'age_at_least', value: [18] });
    const facts = factsOf({}, { data: { dateOfBirth: '2008-08-01' }, now: new Date('2026-08-01T03:00:00Z') });
    expect(evaluateCondition(condition, facts).matched).toBe(true);
    expect(evaluateCondition(condition, { ...facts, timezone: 'America/New_York' }).matched).toBe(false);
  });
});
