import type { DecisionOf, TraceEntry } from '@sluice/contracts';
import { impersonalAttempt, impersonalDecision, ownOrErased } from './personal-data.js';

const trace: readonly TraceEntry[] = [
  {
    looked: 'condition_group',
    verdict: 'matched',
    values: { logicalOperator: 'AND' },
    of: [
      { looked: 'condition', at: 'dob', verdict: 'matched', because: 'equals', values: { found: '1971…' } },
    ],
  },
];

describe('the erased form of a decision', () => {
  it('keeps its kind, reason and checks, but no personal value', () => {
    const decision: DecisionOf['qualification'] = {
      kind: 'disqualified',
      reason: 'not_injured',
      claims: ['ACMRU.phone.abc'],
      trace,
    };
    expect(impersonalDecision('qualification', decision)).toEqual({
      kind: 'disqualified',
      reason: 'not_injured',
      trace: [
        {
          looked: 'condition_group',
          verdict: 'matched',
          of: [{ looked: 'condition', at: 'dob', verdict: 'matched', because: 'equals' }],
        },
      ],
    });
  });

  it('keeps everything that is counted, but nothing that the buyer wrote', () => {
    const delivered: DecisionOf['delivery'] = {
      kind: 'delivered',
      campaignId: 'ACMRU',
      clientId: 'cli_acme',
      price: 40,
      reference: 'ada@example.com',
      reason: 'welcome, Ada',
      trace: [{ looked: 'attempt', at: '1', verdict: 'passed', because: 'welcome, Ada' }],
    };
    expect(impersonalDecision('delivery', delivered)).toEqual({
      kind: 'delivered',
      campaignId: 'ACMRU',
      clientId: 'cli_acme',
      price: 40,
      reason: 'erased',
      trace: [{ looked: 'attempt', at: '1', verdict: 'passed', because: 'erased' }],
    });
  });

  it.each([
    'http_422',
    'buyer_rejected',
    'unknown_outcome',
    'daily_limit_full',
    'client_daily_budget_full',
    'refused_by_all',
    'destination_blocked',
    'quarantined',
    'not_sent',
    'first_submission_webhook',
  ])('keeps the internal reason %s', (reason) => expect(ownOrErased(reason)).toBe(reason));

  it.each([
    'ada',
    'Duplicate of Ada',
    'http_422 ada',
    'duplicate_ada',
    'destination_ada',
    'ada_limit_full',
    '',
  ])('omits the reason %j, which may be the buyer’s', (reason) => expect(ownOrErased(reason)).toBe('erased'));
});

describe('the erased form of an attempt', () => {
  const at = new Date(0);
  const attempt = { n: 1, startedAt: at, leaseUntil: at };
  const outcome = { kind: 'accepted', endedAt: at, durationMs: 5, status: 200, price: 40 } as const;

  it('keeps the called host, the outcome and the price', () => {
    const url = 'https://buyer.example/leads/ada?email=ada@example.com';
    const answered = { ...outcome, answer: 'hi Ada', reference: 'ada', reason: 'hi Ada' };
    expect(impersonalAttempt({ ...attempt, url, outcome: answered })).toEqual({
      url: 'https://buyer.example',
      outcome: { ...outcome, reason: 'erased' },
    });
  });

  it('keeps the name of a vendor, and has no outcome where none was recorded', () => {
    expect(impersonalAttempt({ ...attempt, url: 'twilio' })).toEqual({ url: 'twilio' });
  });

  it('keeps why a next one was cancelled, but not the words of the buyers that were asked', () => {
    const asked = { campaignId: 'ACMRU', clientId: 'cli_acme', outcome: 'refused' } as const;
    const ending: DecisionOf['delivery'] = {
      kind: 'passed_on',
      reason: 'no, Ada',
      asked: [{ ...asked, reason: 'no, Ada' }],
      trace: [{ looked: 'attempt', at: '1', verdict: 'failed', because: 'no, Ada' }],
    };
    expect(impersonalAttempt({ url: '', ending })).toEqual({
      url: '',
      ending: {
        kind: 'passed_on',
        reason: 'erased',
        asked: [{ ...asked, reason: 'erased' }],
        trace: [{ looked: 'attempt', at: '1', verdict: 'failed', because: 'erased' }],
      },
    });
  });
});
