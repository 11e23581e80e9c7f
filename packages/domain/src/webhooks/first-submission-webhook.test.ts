import type { FirstSubmissionAction } from '@sluice/contracts';
import { afterFirstSubmissionCall, firstSubmissionCall } from './first-submission-webhook.js';

const now = new Date('2026-03-01T12:00:00Z');
const url = 'https://gate.example/check';

describe('firstSubmissionCall', () => {
  it('posts, with three retries and a timeout of 30 seconds by default', () => {
    expect(firstSubmissionCall({ firstSubmissionAction: { action: 'webhook', webhook: { url } } })).toEqual({
      url,
      method: 'POST',
      headers: {},
      retries: 3,
      timeoutMs: 30_000,
    });
  });

  it('uses the settings of the campaign', () => {
    const webhook = { url, method: 'PUT', headers: { A: 'b' }, retries: 0, timeoutSeconds: 300 } as const;
    expect(
      firstSubmissionCall({ firstSubmissionAction: { enabled: true, action: 'webhook', webhook } }),
    ).toEqual({
      url,
      method: 'PUT',
      headers: { A: 'b' },
      retries: 0,
      timeoutMs: 300_000,
    });
  });

  it.each<[FirstSubmissionAction | undefined]>([
    [undefined],
    [{}],
    [{ action: 'webhook' }],
    [{ action: 'webhook', enabled: false, webhook: { url } }],
    [{ action: 'human_review', webhook: { url } }],
  ])('makes no call for %j', (firstSubmissionAction) => {
    expect(firstSubmissionCall({ firstSubmissionAction })).toBeUndefined();
  });
});

describe('afterFirstSubmissionCall', () => {
  const after = (status: number, n: number, headers: Record<string, string> = {}) =>
    afterFirstSubmissionCall({
      n,
      retries: 3,
      answer: { kind: 'answered', status, headers },
      now,
      random01: 0.5,
    });

  it.each([200, 204])('qualifies the submission after the status %d', (status) => {
    expect(after(status, 4)).toMatchObject({
      kind: 'final',
      decision: { kind: 'qualified', trace: [{ verdict: 'passed', because: `http_${status}` }] },
    });
  });

  it.each([
    [1, 5_000],
    [2, 30_000],
    [3, 120_000],
  ])('after call %d retries %d ms later', (n, waitMs) => {
    expect(after(500, n)).toEqual({
      kind: 'again',
      at: new Date(now.getTime() + waitMs),
      reason: 'http_500',
    });
  });

  it('waits as long as the receiver asks, at most half an hour', () => {
    expect(after(429, 1, { 'retry-after': '60' })).toMatchObject({ at: new Date(now.getTime() + 60_000) });
    expect(after(429, 1, { 'retry-after': '86400' })).toMatchObject({
      at: new Date(now.getTime() + 1_800_000),
    });
  });

  it('leaves the submission to a person when every call failed', () => {
    expect(after(302, 4)).toMatchObject({
      kind: 'final',
      decision: {
        kind: 'pending_action',
        reason: 'first_submission_webhook',
        trace: [{ because: 'http_302' }],
      },
    });
    const silent = {
      n: 4,
      retries: 3,
      answer: { kind: 'failed', reason: 'timeout' } as const,
      now,
      random01: 0,
    };
    expect(afterFirstSubmissionCall(silent)).toMatchObject({ decision: { kind: 'pending_action' } });
  });
});
