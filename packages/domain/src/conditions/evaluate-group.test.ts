import { type ConditionGroup, conditionGroupSchema } from '@sluice/contracts';
import fc from 'fast-check';
import { factsOf } from '../../test/facts.js';
import { evaluateGroup } from './evaluate-group.js';

const facts = factsOf({ yes: 'yes' });

// A condition with a given verdict.
const that = (holds: boolean) => ({
  field: 'yes',
  operator: holds ? 'equals' : 'not_equals',
  value: ['yes'],
});
const group = (sent: unknown): ConditionGroup => conditionGroupSchema.parse(sent);
const matches = (sent: unknown) => evaluateGroup(group(sent), facts).matched;

describe('a condition group', () => {
  it('never matches while it is empty', () => {
    expect(matches({})).toBe(false);
    expect(matches({ logicalOperator: 'AND', subRules: [] })).toBe(false);
    expect(matches({ logicalOperator: 'OR', subRules: [] })).toBe(false);
  });

  it('does not match by a sub-rule without conditions', () => {
    expect(matches({ subRules: [{ conditions: [] }] })).toBe(false);
    expect(
      matches({ logicalOperator: 'AND', subRules: [{ conditions: [that(true)] }, { conditions: [] }] }),
    ).toBe(false);
    expect(
      matches({ logicalOperator: 'OR', subRules: [{ conditions: [that(true)] }, { conditions: [] }] }),
    ).toBe(true);
  });

  it('never matches while it is inactive, and the trace says so', () => {
    const inactive = group({ name: 'Off', isActive: false, subRules: [{ conditions: [that(true)] }] });
    expect(evaluateGroup(inactive, facts)).toEqual({
      matched: false,
      trace: { looked: 'condition_group', at: 'Off', verdict: 'skipped', because: 'inactive' },
    });
  });

  it('is active by default, and its logical operator may be in any case', () => {
    expect(matches({ subRules: [{ conditions: [that(true)] }] })).toBe(true);
    expect(
      matches({
        logicalOperator: 'or',
        subRules: [{ conditions: [that(false)] }, { conditions: [that(true)] }],
      }),
    ).toBe(true);
  });

  it('evaluates no part after the one that decides the result', () => {
    const { trace } = evaluateGroup(
      group({
        name: 'G',
        logicalOperator: 'AND',
        subRules: [{ conditions: [that(false), that(true)] }, { conditions: [that(true)] }],
      }),
      facts,
    );
    expect(trace.of).toHaveLength(1);
    expect(trace.of?.[0]?.of).toHaveLength(1);
    expect(trace).toMatchObject({ looked: 'condition_group', at: 'G', verdict: 'unmatched' });
  });

  it('has the result of plain Boolean logic for every combination of its parts', () => {
    const joint = fc.constantFrom('AND', 'OR');
    const parts = fc.array(fc.array(fc.boolean(), { maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(joint, joint, parts, (outer, inner, verdicts) => {
        const join = (how: string, all: boolean[]) =>
          all.length > 0 && (how === 'AND' ? all.every(Boolean) : all.some(Boolean));
        const expected = join(
          outer,
          verdicts.map((each) => join(inner, each)),
        );
        const sent = {
          logicalOperator: outer,
          subRules: verdicts.map((each) => ({ logicalOperator: inner, conditions: each.map(that) })),
        };
        expect(matches(sent)).toBe(expected);
      }),
    );
  });
});
