import { fieldLibraryEntrySchema } from '@sluice/contracts';
import { campaignOf, type Sent } from '../../test/builders.js';
import type { LeadFacts } from '../conditions/lead-facts.js';
import { type QualificationInput, qualify } from './qualify.js';

const at = '2026-08-01T00:00:00.000Z';
const facts: LeadFacts = {
  leadId: 'lead_1',
  campaignId: 'ACMRU',
  isTest: false,
  data: { email: 'ada@example.com', questionnaire: { injury: 'no' } },
  files: [],
  valueSets: new Map(),
  now: new Date(at),
};
const groupOn = (field: string, value: string, name: string) => ({
  name,
  subRules: [{ conditions: [{ field, operator: 'equals', value: [value] }] }],
});
const requiring = (key: string) =>
  fieldLibraryEntrySchema.parse({
    key,
    label: key,
    category: 'question',
    validationRules: { required: true },
    createdAt: at,
    updatedAt: at,
  });

function decide(campaign: Sent, more: Partial<QualificationInput> = {}) {
  return qualify({
    facts,
    campaign: campaignOf(campaign),
    fieldLibrary: [],
    dedupe: { kind: 'unique' },
    first: true,
    ...more,
  });
}

const everythingAgainst = {
  disqualificationConditionals: [groupOn('injury', 'no', 'Not injured')],
  firstSubmissionAction: { action: 'human_review', humanReview: { reason: 'look', priority: 'high' } },
};
const duplicate = { kind: 'duplicate', field: 'email', ofLeadId: 'lead_0' } as const;

describe('qualification', () => {
  it('qualifies a lead that violates no rule', () => {
    expect(decide({})).toEqual({
      kind: 'qualified',
      trace: [
        { looked: 'dedupe', verdict: 'passed' },
        { looked: 'field_rules', verdict: 'passed', values: { fields: 0 } },
        { looked: 'first_submission_action', verdict: 'skipped', because: 'none' },
      ],
    });
  });

  it('checks duplicates first', () => {
    const decision = decide(everythingAgainst, { dedupe: duplicate, fieldLibrary: [requiring('gone')] });
    expect(decision).toMatchObject({ kind: 'duplicate', reason: 'duplicate_email', ofLeadId: 'lead_0' });
    expect(decision.trace).toHaveLength(1);
  });

  it('checks disqualification groups second, up to the first that matches', () => {
    const groups = [
      groupOn('injury', 'yes', 'A'),
      groupOn('injury', 'no', 'B'),
      groupOn('injury', 'no', 'C'),
    ];
    const decision = decide(
      { ...everythingAgainst, disqualificationConditionals: groups },
      { fieldLibrary: [requiring('gone')] },
    );
    expect(decision).toMatchObject({ kind: 'disqualified', reason: 'disqualifying_condition' });
    expect(decision.trace.map(({ looked, at: name, verdict }) => [looked, name, verdict])).toEqual([
      ['dedupe', undefined, 'passed'],
      ['disqualification', 'A', 'unmatched'],
      ['disqualification', 'B', 'matched'],
    ]);
  });

  it('checks field rules third', () => {
    const { firstSubmissionAction } = everythingAgainst;
    const decision = decide(
      { firstSubmissionAction },
      { fieldLibrary: [requiring('injury'), requiring('gone')] },
    );
    expect(decision).toMatchObject({ kind: 'disqualified', reason: 'invalid_field' });
    expect(decision.trace.at(-1)?.of).toEqual([
      { looked: 'field_rule', at: 'gone', verdict: 'failed', because: 'required' },
    ]);
  });

  it('does not match an inactive disqualification group', () => {
    const off = { ...groupOn('injury', 'no', 'Off'), isActive: false };
    expect(decide({ disqualificationConditionals: [off] }).kind).toBe('qualified');
  });

  it('ends in an error when the campaign is gone', () => {
    const input = {
      facts,
      campaign: undefined,
      fieldLibrary: [],
      dedupe: { kind: 'unique' },
      first: true,
    } as const;
    expect(qualify(input)).toMatchObject({
      kind: 'error',
      reason: 'campaign_not_found',
      trace: [{ at: 'ACMRU' }],
    });
  });

  it('records in the trace why deduplication was skipped', () => {
    const { trace } = decide({}, { dedupe: { kind: 'skipped', because: 'test_lead' } });
    expect(trace[0]).toEqual({ looked: 'dedupe', verdict: 'skipped', because: 'test_lead' });
  });

  it('records in the trace why no language model was asked, before the first-submission action', () => {
    const model = { kind: 'not_asked', because: 'no_llm_provider' } as const;
    const { trace } = decide({}, { model });
    expect(trace.at(-2)).toEqual({
      looked: 'ai_qualification',
      verdict: 'skipped',
      because: 'no_llm_provider',
    });
  });

  it('asks a language model only after every free check, and before the first-submission action', () => {
    const model = { kind: 'ask', criteria: ['Was injured'] } as const;
    expect(decide({ firstSubmissionAction: { action: 'human_review' } }, { model })).toMatchObject({
      kind: 'asking',
      check: 'llm',
      criteria: ['Was injured'],
    });
    expect(decide({}, { model, dedupe: duplicate }).kind).toBe('duplicate');
  });
});

describe('the first-submission action', () => {
  test.each([
    ['voice_ai', { kind: 'pending_action', reason: 'voice_ai' }],
    ['workflow', { kind: 'pending_action', reason: 'workflow' }],
    ['human_review', { kind: 'pending_action', reason: 'human_review', approval: 'pending' }],
  ])('%s holds the first submission as pending_action', (action, expected) => {
    const { trace, ...decision } = decide({ firstSubmissionAction: { action } });
    expect(decision).toEqual(expected);
    expect(trace.at(-1)).toMatchObject({ looked: 'first_submission_action', at: action, verdict: 'held' });
  });

  it('webhook holds the first submission until the webhook answers', () => {
    const decision = decide({
      firstSubmissionAction: { action: 'webhook', webhook: { url: 'https://a.example' } },
    });
    expect(decision.kind).toBe('awaiting_action');
  });

  it('webhook without a URL holds the first submission as pending_action', () => {
    const decision = decide({ firstSubmissionAction: { action: 'webhook' } });
    expect(decision).toMatchObject({ kind: 'pending_action', reason: 'webhook_without_url' });
  });

  it('does not apply to later submissions, nor while it is switched off', () => {
    const firstSubmissionAction = { action: 'human_review' };
    expect(decide({ firstSubmissionAction }, { first: false }).kind).toBe('qualified');
    expect(decide({ firstSubmissionAction: { ...firstSubmissionAction, enabled: false } }).kind).toBe(
      'qualified',
    );
    expect(decide({ firstSubmissionAction: { enabled: true } }).kind).toBe('qualified');
  });
});
