import type { AskingModel, Effect } from '@sluice/contracts';
import { campaignOf, type Sent } from '../../test/builders.js';
import { factsOf } from '../../test/facts.js';
import { endOfCheck, type EndOfCheck } from '../checks/end-of-check.js';
import { readVerdict, type ModelVerdict } from '../language-model/read-verdict.js';
import { afterModel, qualifyAfter } from './qualify-after.js';

const free = { looked: 'dedupe', verdict: 'passed' } as const;
const asking: AskingModel = {
  kind: 'asking',
  check: 'llm',
  criteria: ['Was injured'],
  trace: [free, { looked: 'ai_qualification', verdict: 'held' }],
};
const verdict = (met: boolean) => ({
  qualified: met,
  reason: 'because',
  criteria: [{ criterion: 'Was injured', met, why: 'it says so' }],
});
const rest = { facts: factsOf({}), first: true };
const decide = (outcome: EndOfCheck<ModelVerdict>, sent: Sent = {}) =>
  afterModel({ asking, campaign: campaignOf(sent), rest, before: [free] }, outcome);

describe('with the answer of a language model, a lead', () => {
  it('that is eligible qualifies, and the checks before stand in its trace', () => {
    const { kind, trace } = decide({ kind: 'answered', answer: verdict(true) });
    expect(kind).toBe('qualified');
    expect(trace).toMatchObject([
      free,
      { looked: 'ai_qualification', verdict: 'passed', of: [{ at: 'Was injured', verdict: 'passed' }] },
      { looked: 'first_submission_action' },
    ]);
  });

  it("that is not eligible is disqualified, with the model's words among the values of the trace", () => {
    expect(decide({ kind: 'answered', answer: verdict(false) })).toMatchObject({
      kind: 'disqualified',
      reason: 'ai_not_eligible',
      trace: [
        free,
        {
          verdict: 'failed',
          values: { said: 'because' },
          of: [{ verdict: 'failed', values: { said: 'it says so' } }],
        },
      ],
    });
  });

  it('about which none came goes on, or waits for a person if its campaign says so', () => {
    const none = { kind: 'unanswered', reason: 'timeout' } as const;
    expect(decide(none).kind).toBe('qualified');
    expect(decide(none, { settings: { aiOnError: 'pass' } }).kind).toBe('qualified');
    const held = decide(none, { settings: { aiOnError: 'hold' } });
    expect(held).toMatchObject({ kind: 'pending_action', reason: 'ai_unavailable' });
    expect(held.trace.at(-1)).toMatchObject({ verdict: 'held', values: { failure: 'timeout' } });
  });

  it('that was not asked about after all goes on, whatever its campaign says about errors', () => {
    const not = { kind: 'not_asked', because: 'no_llm_provider' } as const;
    expect(decide(not, { settings: { aiOnError: 'hold' } }).kind).toBe('qualified');
  });

  it('still waits for its first-submission action', () => {
    const sent = { firstSubmissionAction: { action: 'human_review' } };
    expect(decide({ kind: 'answered', answer: verdict(true) }, sent)).toMatchObject({
      kind: 'pending_action',
      reason: 'human_review',
    });
  });

  it('whose campaign is gone ends in an error', () => {
    const after = { campaign: undefined, campaignId: 'ACMRU', rest, onError: 'hold' } as const;
    const decision = qualifyAfter(asking, 'assumed', after);
    expect(decision).toMatchObject({ kind: 'error', reason: 'campaign_not_found' });
    expect(decision?.trace).toEqual([free, expect.objectContaining({ looked: 'campaign' })]);
  });
});

describe('the outcome of a stored check', () => {
  const at = new Date(0);
  const verdictIn = (text: string) => readVerdict(text, asking.criteria);
  const stored = (status: Effect['status'], answer?: string, reason?: string) =>
    endOfCheck({ status, attempts: [{ at, durationMs: 1, outcome: 'done', answer }], reason }, verdictIn);

  it.each([
    [
      'is its verdict',
      stored('done', JSON.stringify(verdict(true))),
      { kind: 'answered', answer: verdict(true) },
    ],
    ['is missing while the check is due', stored('due'), undefined],
    ['is missing while the check is not written', endOfCheck(undefined, verdictIn), undefined],
    [
      'is a failure with its reason',
      stored('failed', undefined, 'timeout'),
      { kind: 'unanswered', reason: 'timeout' },
    ],
    [
      'is that none was asked',
      stored('skipped', undefined, 'no_llm_provider'),
      { kind: 'not_asked', because: 'no_llm_provider' },
    ],
    [
      'is no answer where the verdict is not whole',
      stored('done', '{}'),
      { kind: 'unanswered', reason: 'unknown' },
    ],
  ])('%s', (_what, outcome, expected) => {
    expect(outcome).toEqual(expected);
  });
});
