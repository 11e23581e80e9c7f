import { leaseRanOut, readFailure, type AttemptResult } from './attempt-result.js';
import { decideAfterAttempt, type EndedAttempt, type PastAttempt } from './decide-after-attempt.js';
import { deliveryRetryDelaysMs } from './retries.js';

const now = new Date('2026-03-01T12:00:00Z');
const placement = { campaignId: 'ACMRU', clientId: 'cli_acme' };
const trace = [{ looked: 'destination', at: 'end_1', verdict: 'chosen' }] as const;

function after(
  result: Omit<AttemptResult, 'trace'>,
  more: Partial<EndedAttempt> & { onAmbiguous?: 'retry' | 'hold' } = {},
) {
  const { onAmbiguous = 'retry', ...rest } = more;
  return decideAfterAttempt({
    earlier: [],
    n: 1,
    result: { trace: [], ...result },
    destination: { retries: 5, onAmbiguous, trace },
    placement,
    now,
    random01: 0.5,
    ...rest,
  });
}

const unknownBefore: PastAttempt[] = [{ n: 1, outcome: { kind: 'unknown', reason: 'timeout' } }];
const acceptedBefore: PastAttempt[] = [{ n: 1, outcome: { kind: 'accepted' } }];
const crashedBefore: PastAttempt[] = [{ n: 1 }];
const retriedBefore: PastAttempt[] = [{ n: 1, outcome: { kind: 'retry', reason: 'http_500', status: 500 } }];

describe('a final answer of the buyer', () => {
  it('ends the submission as delivered with price and reference of the buyer', () => {
    expect(after({ kind: 'accepted', price: 12, reference: 'r1' })).toMatchObject({
      kind: 'final',
      keepsSlot: true,
      decision: { kind: 'delivered', ...placement, price: 12, reference: 'r1' },
    });
  });

  it.each([
    [
      { kind: 'rejected', reason: 'bad zip' },
      { kind: 'rejected', reason: 'bad zip' },
    ],
    [
      { kind: 'duplicate', reason: 'seen' },
      { kind: 'duplicate', reason: 'seen' },
    ],
    [
      { kind: 'impossible', reason: 'template_failed' },
      { kind: 'error', reason: 'template_failed' },
    ],
  ] as const)('of kind %j releases the slot', (result, decision) => {
    const end = after(result, { n: 2, earlier: retriedBefore });
    expect(end).toMatchObject({ kind: 'final', keepsSlot: false, decision });
  });
});

describe('a retry', () => {
  it.each(deliveryRetryDelaysMs.map((delayMs, index) => [index + 1, delayMs]))(
    'after attempt %d is due %d ms later, plus or minus a fifth',
    (n, delayMs) => {
      const wait = (random01: number) => {
        const next = after({ kind: 'retry', reason: 'http_500' }, { n, random01 });
        return next.kind === 'again' ? next.at.getTime() - now.getTime() : undefined;
      };
      expect([wait(0), wait(0.5), wait(1)]).toEqual([delayMs * 0.8, delayMs, delayMs * 1.2]);
    },
  );

  it('is followed by failed after the sixth attempt, and the slot is released', () => {
    expect(after({ kind: 'retry', reason: 'http_503' }, { n: 6, earlier: retriedBefore })).toMatchObject({
      kind: 'final',
      keepsSlot: false,
      decision: { kind: 'failed', reason: 'http_503' },
    });
  });

  it('waits as long as the buyer asks, but never shorter than scheduled', () => {
    const at = (retryAfterMs: number) => after({ kind: 'retry', retryAfterMs }, {});
    expect(at(60_000)).toMatchObject({ kind: 'again', at: new Date(now.getTime() + 60_000) });
    expect(at(0)).toMatchObject({ kind: 'again', at: new Date(now.getTime() + 5_000) });
  });
});

describe('an unknown outcome', () => {
  it('is retried under the same idempotency key', () => {
    expect(after({ kind: 'unknown', reason: 'timeout' })).toMatchObject({ kind: 'again', reason: 'timeout' });
    expect(after(leaseRanOut)).toMatchObject({ kind: 'again', reason: 'lease_ran_out' });
  });

  it('ends as pending_action with the slot kept, where the endpoint is configured to hold', () => {
    expect(after({ kind: 'unknown', reason: 'timeout' }, { onAmbiguous: 'hold' })).toMatchObject({
      kind: 'final',
      keepsSlot: true,
      decision: { kind: 'pending_action', reason: 'unknown_outcome' },
    });
  });

  it('of an answer that could not be read is left to an operator, and the lead is not sent again', () => {
    expect(after({ kind: 'unknown', reason: 'answer_unreadable' })).toMatchObject({
      kind: 'final',
      keepsSlot: true,
      decision: { kind: 'pending_action', reason: 'unknown_outcome' },
    });
  });

  it('keeps the slot when the retries are exhausted', () => {
    expect(after({ kind: 'unknown', reason: 'timeout' }, { n: 6 })).toMatchObject({
      kind: 'final',
      keepsSlot: true,
      decision: { kind: 'failed', reason: 'unknown_outcome' },
    });
  });

  describe.each([
    ['timed out', unknownBefore],
    ['died with its worker', crashedBefore],
    ['the buyer accepted after it was taken over', acceptedBefore],
  ])('of an earlier attempt that %s', (_how, earlier) => {
    it('turns a later duplicate answer into delivered', () => {
      expect(after({ kind: 'duplicate', reason: 'seen' }, { n: 2, earlier })).toMatchObject({
        kind: 'final',
        keepsSlot: true,
        decision: { kind: 'delivered', ...placement, reason: 'duplicate_after_unknown_outcome' },
      });
    });

    it.each([
      [{ kind: 'rejected', reason: 'no' }, 2, 'rejected'],
      [{ kind: 'retry', reason: 'http_500' }, 6, 'failed'],
      [{ kind: 'impossible', reason: 'destination_blocked' }, 2, 'error'],
    ] as const)('keeps the slot when a later attempt ends as %j', (result, n, kind) => {
      expect(after(result, { n, earlier })).toMatchObject({
        kind: 'final',
        keepsSlot: true,
        decision: { kind, reason: 'unknown_outcome' },
      });
    });
  });
});

describe('the trace of a delivery decision', () => {
  it('contains the destination and every attempt', () => {
    const rule = { looked: 'response_rule', at: '1', verdict: 'matched' } as const;
    const end = after({ kind: 'accepted' }, { n: 2, earlier: retriedBefore, status: 200, durationMs: 31 });
    const ruled = decideAfterAttempt({
      earlier: retriedBefore,
      n: 2,
      result: { kind: 'accepted', trace: [rule] },
      status: 200,
      durationMs: 31,
      destination: { retries: 5, onAmbiguous: 'retry', trace },
      placement,
      now,
      random01: 0,
    });
    const attempts = [
      {
        looked: 'attempt',
        at: '1',
        verdict: 'failed',
        because: 'http_500',
        values: { outcome: 'retry', status: 500 },
      },
      {
        looked: 'attempt',
        at: '2',
        verdict: 'passed',
        because: 'accepted',
        values: { outcome: 'accepted', status: 200, durationMs: 31 },
      },
    ];
    expect(end).toMatchObject({ decision: { trace: [...trace, ...attempts] } });
    expect(ruled).toMatchObject({
      decision: { trace: [...trace, attempts[0], { ...attempts[1], of: [rule] }] },
    });
  });
});

describe('readFailure', () => {
  it.each([
    ['refused', false, 'retry', 'refused'],
    ['dns', false, 'retry', 'dns'],
    ['timeout', false, 'retry', 'timeout'],
    ['timeout', true, 'unknown', 'timeout'],
    ['reset', true, 'unknown', 'reset'],
    ['answer_malformed', true, 'unknown', 'answer_malformed'],
    ['blocked', false, 'impossible', 'destination_blocked'],
    ['invalid_request', false, 'impossible', 'destination_invalid_request'],
  ] as const)(
    'reads the failure %s, possibly arrived: %s, as %s',
    (reason, mayHaveArrived, kind, expected) => {
      expect(readFailure({ reason, mayHaveArrived })).toMatchObject({ kind, reason: expected });
    },
  );
});

test.each([0, 1, 2, 3, 4, 5])('%i retries wait for as many of the delays, from the first on', (retries) => {
  const delays = [5_000, 30_000, 120_000, 600_000, 1_800_000].slice(0, retries);
  const waited = [1, 2, 3, 4, 5, 6].flatMap((n) => {
    const next = decideAfterAttempt({
      earlier: [],
      n,
      result: { kind: 'retry', reason: 'http_503', trace: [] },
      destination: { retries, onAmbiguous: 'retry', trace: [] },
      placement: { campaignId: 'AA', clientId: 'cli_a' },
      now: new Date(0),
      random01: 0.5,
    });
    return next.kind === 'again' ? [next.at.getTime()] : [];
  });
  expect(waited).toEqual(delays);
});
