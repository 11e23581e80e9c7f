import { conditionGroupSchema, type ConditionGroup } from '@sluice/contracts';
import { factsOf } from '../../test/facts.js';
import { evaluateGroup } from './evaluate-group.js';
import { readingsIn } from './readings.js';

const group = (...conditions: readonly object[]): ConditionGroup =>
  conditionGroupSchema.parse({ logicalOperator: 'OR', subRules: [{ logicalOperator: 'OR', conditions }] });
const debt = { field: 'debt', operator: 'greater_than', value: [10] };
const crash = { field: 'accident_date', operator: 'before', value: ['2024-01-01'] };

it('a decision tells which values its rules could read as numbers and dates', () => {
  const looked = (answers: Record<string, unknown>) =>
    readingsIn(
      [evaluateGroup(group(debt, crash, { field: 'x', operator: 'exists' }), factsOf(answers)).trace],
      'OWN',
    );
  expect(looked({ debt: '5', accident_date: 'soon' })).toEqual([
    { campaignId: 'OWN', field: 'debt', operator: 'greater_than', verdict: 'read' },
    { campaignId: 'OWN', field: 'accident_date', operator: 'before', verdict: 'not_a_date' },
  ]);
  expect(looked({ debt: 'much' })).toEqual([
    { campaignId: 'OWN', field: 'debt', operator: 'greater_than', verdict: 'not_a_number' },
  ]);
  expect(looked({})).toEqual([]);
});

it('the rules of a candidate are those of its campaign', () => {
  const { trace } = evaluateGroup(group(debt), factsOf({ debt: 'much' }));
  const candidate = { looked: 'candidate', at: 'OTHER', verdict: 'chosen', of: [trace] } as const;
  expect(readingsIn([candidate], 'OWN')).toMatchObject([{ campaignId: 'OTHER', verdict: 'not_a_number' }]);
});
