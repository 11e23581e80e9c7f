/** The chain of checks that call out: in which order, each once, and what stops it. */
import type { Campaign, LookupAnswer, QualificationDecision } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import type { ConsentOutcome } from '../consent/consent-outcome.js';
import type { EndOfCheck } from '../checks/end-of-check.js';
import type { PlannedLookup } from '../lookups/lookup-outcome.js';
import type { RestOfChecks } from './go-on.js';
import { afterConsent, afterLookup, afterModel } from './qualify-after.js';
import { qualify } from './qualify.js';

const at = new Date('2026-08-01T12:00:00Z');
const planned = (lookupId: string, more: Partial<PlannedLookup> = {}): PlannedLookup => ({
  lookupId,
  onError: 'hold',
  ...more,
});
const group = (field: string, operator: string, value: unknown, afterLookups = true) => ({
  name: field,
  afterLookups,
  subRules: [{ conditions: [{ field, operator, value: [value] }] }],
});
const criteria = ['Was injured'];

interface Chain {
  readonly lookups?: readonly PlannedLookup[];
  readonly groups?: readonly object[];
  /** What each look-up leads to; by default an answer with the code `ok`. */
  readonly outcomes?: Readonly<Record<string, EndOfCheck<LookupAnswer>>>;
  readonly onError?: 'hold' | 'disqualify' | 'pass';
}

/** Every decision of a qualification, generation by generation. */
function decisions({ lookups = [], groups = [], outcomes = {}, onError = 'hold' }: Chain) {
  const campaign = campaignOf({ disqualificationConditionals: groups });
  const rest: RestOfChecks = {
    facts: factsOf({ injury: 'no' }),
    lookups,
    model: { kind: 'ask', criteria },
    first: true,
  };
  const made: QualificationDecision[] = [
    qualify({ ...rest, campaign, fieldLibrary: [], dedupe: { kind: 'unique' } }),
  ];
  for (let last = made[0]; last?.kind === 'asking'; last = made.at(-1)) {
    const ended = endedIn(last, campaign, rest);
    const lookupId = last.check.slice('lookup.'.length);
    const outcome = outcomes[lookupId] ?? { kind: 'answered', answer: answer('ok') };
    made.push(
      last.check === 'llm'
        ? afterModel(ended, { kind: 'assumed' })
        : afterLookup(ended, outcome, { lookupId, onError }),
    );
  }
  return made;
}
/** The check that a decision asks for, once it has ended. */
function endedIn(asking: QualificationDecision | undefined, campaign: Campaign, rest: RestOfChecks) {
  if (asking?.kind !== 'asking') throw new Error('not asked');
  return { asking, campaign, rest, before: asking.trace.slice(0, -1) };
}
const answer = (code: string): LookupAnswer => ({ at, fields: { code } });
const kinds = (made: readonly QualificationDecision[]) =>
  made.map((one) => (one.kind === 'asking' ? `asking ${one.check}` : one.kind));
const looked = ({ trace }: Pick<QualificationDecision, 'trace'>) =>
  trace.map((entry) => `${[entry.looked, entry.at ?? []].flat().join(' ')} ${entry.verdict}`);

it('checks follow each other in one order, each asked by a decision of its own and traced once', () => {
  const made = decisions({
    lookups: [planned('a'), planned('b')],
    groups: [group('lookup.a.code', 'equals', 'bad')],
  });
  expect(kinds(made)).toEqual(['asking lookup.a', 'asking lookup.b', 'asking llm', 'qualified']);
  expect(looked(made.at(-1)!)).toEqual([
    'dedupe passed',
    'field_rules passed',
    'lookup a passed',
    'lookup b passed',
    'disqualification lookup.a.code unmatched',
    'ai_qualification skipped',
    'first_submission_action skipped',
  ]);
  expect(made.at(-1)).toMatchObject({ lookups: { a: answer('ok'), b: answer('ok') } });
});

it('what costs nothing stops a lead before anybody is asked, and a group after look-ups before the model is', () => {
  const lookups = [planned('a')];
  const free = decisions({ lookups, groups: [group('injury', 'equals', 'no', false)] });
  expect(kinds(free)).toEqual(['disqualified']);
  const late = decisions({ lookups, groups: [group('lookup.a.code', 'not_equals', 'good')] });
  expect(kinds(late)).toEqual(['asking lookup.a', 'disqualified']);
  expect(late.at(-1)).toMatchObject({ lookups: { a: answer('ok') } });
});

it.each<[string, Chain]>([
  ['that is not made', { lookups: [planned('a', { because: 'test_lead' })] }],
  [
    'without an answer that lets leads pass',
    { outcomes: { a: { kind: 'unanswered', reason: 'timeout' } }, onError: 'pass' },
  ],
  [
    'that is switched off meanwhile',
    { outcomes: { a: { kind: 'not_asked', because: 'no_longer_configured' } } },
  ],
  ['of a simulation', { outcomes: { a: { kind: 'assumed' } } }],
])('a group on a look-up %s is skipped, although its operator is negative', (_what, chain) => {
  const groups = [group('lookup.a.code', 'not_equals', 'good')];
  const made = decisions({ lookups: [planned('a')], groups, ...chain });
  expect(kinds(made).at(-1)).toBe('qualified');
  expect(made.at(-1)?.trace).toContainEqual(
    expect.objectContaining({ looked: 'disqualification', verdict: 'skipped', because: 'not_asked' }),
  );
});

it.each([
  [
    'hold',
    { kind: 'pending_action', reason: 'lookup_unavailable', check: 'lookup.b', lookups: { a: answer('ok') } },
  ],
  ['disqualify', { kind: 'disqualified', reason: 'lookup_failed' }],
] as const)('no answer with %s ends the chain there', (onError, expected) => {
  const outcomes = { b: { kind: 'unanswered', reason: 'http_503' } } as const;
  const made = decisions({ lookups: [planned('a'), planned('b'), planned('c')], outcomes, onError });
  expect(kinds(made).slice(0, 2)).toEqual(['asking lookup.a', 'asking lookup.b']);
  expect(made).toHaveLength(3);
  expect(made.at(-1)).toMatchObject(expected);
});

it('a look-up that was added to the campaign meanwhile is made too, and one that was removed is not asked again', () => {
  const campaign = campaignOf({});
  const first = decisions({ lookups: [planned('a')] })[0];
  const outcome = { kind: 'answered', answer: answer('ok') } as const;
  const decided = (lookups: readonly PlannedLookup[]) => {
    const ended = endedIn(first, campaign, { facts: factsOf({}), lookups, first: true });
    return afterLookup(ended, outcome, { lookupId: 'a', onError: 'hold' });
  };
  expect(decided([planned('z'), planned('a')])).toMatchObject({ check: 'lookup.z' });
  expect(decided([])).toMatchObject({ kind: 'qualified' });
});

it.each<[string, ConsentOutcome, object]>([
  ['is good', { kind: 'assumed' }, { kind: 'disqualified', reason: 'disqualifying_condition' }],
  ['is not', { kind: 'known', status: 'consent_failed' }, { kind: 'disqualified', reason: 'consent_failed' }],
  ['is unknown', { kind: 'unanswered', reason: 'timeout' }, { kind: 'pending_action' }],
])(
  'consent that was added while a look-up was made keeps its answer: a certificate that %s',
  (_what, outcome, expected) => {
    const trustedForm = { retain: 'at_qualification', onFailure: 'disqualify', onError: 'hold' };
    const campaign = campaignOf({
      consent: { trustedForm },
      disqualificationConditionals: [group('lookup.a.code', 'equals', 'bad')],
    });
    const first = decisions({ lookups: [planned('a')] })[0];
    const consent = {
      kind: 'ask',
      check: 'consent.x',
      field: 'cert',
      onFailure: 'disqualify',
      onError: 'hold',
    } as const;
    const rest = { facts: factsOf({}), consent, lookups: [planned('a')], first: true };
    const bad = { kind: 'answered', answer: answer('bad') } as const;
    const asking = afterLookup(endedIn(first, campaign, rest), bad, { lookupId: 'a', onError: 'hold' });
    expect(asking).toMatchObject({ check: 'consent.x' });
    expect(afterConsent(endedIn(asking, campaign, rest), outcome)).toMatchObject({
      ...expected,
      lookups: { a: answer('bad') },
    });
  },
);
