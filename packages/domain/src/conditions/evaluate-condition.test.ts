import {
  type Condition,
  type ConditionOperator,
  conditionOperators,
  conditionSchema,
} from '@sluice/contracts';
import fc from 'fast-check';
import { factsOf } from '../../test/facts.js';
import { evaluateCondition } from './evaluate-condition.js';
import { positiveOf } from './operators.js';

describe('file conditions', () => {
  const file = (status: string) => [{ fileKey: 'retainer', status }];
  const decide = (operator: string, field: string, status: string, value: string[] = []) =>
    evaluateCondition(conditionSchema.parse({ field, operator, value }), factsOf({}, { files: file(status) }))
      .matched;

  test.each([
    ['uploaded', true],
    ['signed', true],
    ['verified', true],
    ['pending', false],
    ['viewed', false],
    ['declined', false],
  ])('treat a file with status %s as ready: %s', (status, ready) => {
    expect(decide('file_ready', 'retainer', status)).toBe(ready);
    expect(decide('file_ready', 'file.retainer', status)).toBe(ready);
  });

  it('treat a missing file as not ready and without a status', () => {
    expect(decide('file_ready', 'other', 'signed')).toBe(false);
    expect(decide('file_status_equals', 'other', 'signed', ['signed'])).toBe(false);
  });

  it('compare a file by its status, and find it as a field', () => {
    expect(decide('file_status_equals', 'file.retainer', 'declined', ['expired', 'declined'])).toBe(true);
    expect(decide('file_status_equals', 'retainer', 'signed', ['expired', 'declined'])).toBe(false);
    expect(decide('exists', 'file.retainer', 'pending')).toBe(true);
    expect(decide('equals', 'file.retainer', 'pending', ['pending'])).toBe(true);
    expect(decide('exists', 'file.other', 'pending')).toBe(false);
  });
});

describe('every condition', () => {
  const someValues: Partial<Record<ConditionOperator, Condition['value'][]>> = {
    between: [[1, 5], ['a', 'b'], ['2026-01-01', '2026-12-31'], []],
    matches: [['^a'], ['\\d+', 'x$'], ['['], []],
  };
  const anyValues: Condition['value'][] = [['a', '1', true], [0], ['2026-01-01'], ['30'], []];
  const condition = (operator: ConditionOperator, value: Condition['value']): Condition => ({
    field: 'x',
    operator,
    value,
    valueSetId: 'vs_west',
  });

  it('has the opposite result of its negation, unless neither can read the value', () => {
    const pairs = Object.entries(positiveOf) as [ConditionOperator, ConditionOperator][];
    expect(pairs).toHaveLength(7);
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.constantFrom('a', '1', 3, 'CA', undefined)), (found) => {
        const facts = factsOf({ x: found });
        for (const [negative, positive] of pairs) {
          for (const value of someValues[positive] ?? anyValues) {
            const yes = evaluateCondition(condition(positive, value), facts);
            const no = evaluateCondition(condition(negative, value), facts);
            const unread = /^not_a_/.exec(yes.trace.because ?? '') !== null;
            expect(no.trace.because).toBe(yes.trace.because);
            expect([positive, value, no.matched]).toEqual([positive, value, !yes.matched && !unread]);
          }
        }
      }),
    );
  });

  it('that compares with what is accepted as a number or a date can match it', () => {
    const dates = fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
      .chain((at) => fc.constantFrom(at, at.slice(0, 10), `${at.slice(0, 16)}+02:00`, `${at.slice(0, 8)}31`));
    const numbers = fc
      .double({ noDefaultInfinity: true, noNaN: true })
      .chain((one) =>
        fc.constantFrom(one, `${one}`, ` ${one} `, `0x${Math.trunc(Math.abs(one)).toString(16)}`),
      );
    fc.assert(
      fc.property(fc.oneof(dates, numbers, fc.string()), (value) => {
        const read = conditionSchema.safeParse({
          field: 'x',
          operator: 'greater_than_or_equal',
          value: [value],
        });
        if (!read.success) return;
        expect(evaluateCondition(read.data, factsOf({ x: value })).matched).toBe(true);
      }),
    );
  });

  it('never throws, for any JSON in the lead and in the condition', () => {
    const anything = fc.anything({ withNullPrototype: true, maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.string(),
        anything,
        fc.array(fc.oneof(fc.string(), fc.double(), fc.boolean())),
        (field, found, value) => {
          const facts = factsOf({ x: found, [field]: found });
          for (const operator of conditionOperators) {
            expect(typeof evaluateCondition({ field, operator, value }, facts).matched).toBe('boolean');
            evaluateCondition(condition(operator, value), facts);
          }
        },
      ),
    );
  });
});

describe('the trace of a condition', () => {
  it('names the field, the operator, the wanted and the actual value', () => {
    const injury = conditionSchema.parse({ field: 'injury', operator: 'equals', value: ['no'] });
    expect(evaluateCondition(injury, factsOf({ injury: 'yes' })).trace).toEqual({
      looked: 'condition',
      at: 'injury',
      verdict: 'unmatched',
      values: { operator: 'equals', wanted: ['no'], found: 'yes' },
    });
  });

  it('says that the field is missing when it is', () => {
    const injury = conditionSchema.parse({ field: 'injury', operator: 'not_equals', value: ['no'] });
    expect(evaluateCondition(injury, factsOf({})).trace).toMatchObject({
      verdict: 'matched',
      because: 'field_missing',
    });
  });

  it('contains no personal data', () => {
    const data = {
      firstName: 'Josephine',
      lastName: 'Featherstone',
      email: 'josephine@gmail.com',
      phone: '+14155551212',
      dateOfBirth: '1984-05-17',
      address: { street: '12 Elm Row' },
      questionnaire: {
        reach_me: '415-555-1212',
        other: 'josephine@gmail.com',
        ssn: '123-45-6789',
        tax: '123-45-6789',
      },
    };
    const shown = [
      'firstName',
      'last_name',
      'email',
      'phone',
      'date_of_birth',
      'street',
      'reach_me',
      'other',
      'ssn',
      'tax',
    ].map(
      (field) =>
        evaluateCondition(
          conditionSchema.parse({ field, operator: 'equals', value: ['-'] }),
          factsOf({}, { data }),
        ).trace.values?.['found'],
    );
    expect(shown).toEqual([
      'J…',
      'F…',
      'j…@gmail.com',
      '…1212',
      '1984…',
      '…',
      '…1212',
      'j…@gmail.com',
      '…6789',
      '…6789',
    ]);
  });
});
