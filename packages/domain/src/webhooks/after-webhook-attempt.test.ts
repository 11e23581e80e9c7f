import { afterWebhookAttempt, hasFailedTooLong, webhookRetryDelaysMs } from './after-webhook-attempt.js';

const now = new Date('2026-03-01T12:00:00Z');

function after(
  status: number,
  more: { n?: number; retryAttempts?: number; headers?: Record<string, string>; random01?: number } = {},
) {
  const { n = 1, retryAttempts = 5, headers = {}, random01 = 0.5 } = more;
  return afterWebhookAttempt({
    n,
    retryAttempts,
    answer: { kind: 'answered', status, headers },
    now,
    random01,
  });
}

describe('afterWebhookAttempt', () => {
  it.each([200, 201, 204, 299])('is done with the status %d', (status) => {
    expect(after(status)).toEqual({ kind: 'done' });
  });

  it.each([
    [301, false],
    [400, false],
    [404, false],
    [500, false],
    [429, true],
    [502, true],
    [504, true],
  ])('retries after the status %d, throttled: %s', (status, throttled) => {
    expect(after(status)).toEqual({
      kind: 'again',
      at: new Date(now.getTime() + 5_000),
      reason: `http_${status}`,
      throttled,
    });
  });

  it('gives up at once after 410 and disables the URL', () => {
    expect(after(410)).toEqual({ kind: 'failed', reason: 'http_410', disablesUrl: true });
  });

  it.each(['blocked', 'invalid_request'] as const)('gives up at once when the URL is %s', (reason) => {
    const ended = { n: 1, retryAttempts: 5, answer: { kind: 'failed', reason } as const, now, random01: 0 };
    expect(afterWebhookAttempt(ended)).toEqual({ kind: 'failed', reason, disablesUrl: false });
  });

  it('retries when the receiver did not answer', () => {
    const ended = {
      n: 1,
      retryAttempts: 1,
      answer: { kind: 'failed', reason: 'timeout' } as const,
      now,
      random01: 0,
    };
    expect(afterWebhookAttempt(ended)).toMatchObject({ kind: 'again', reason: 'timeout' });
  });

  it.each([0, 1, 5, 10])('retries %d times, then gives up', (retryAttempts) => {
    const kinds = Array.from(
      { length: retryAttempts + 1 },
      (_, index) => after(500, { n: index + 1, retryAttempts }).kind,
    );
    expect(kinds).toEqual([...Array.from({ length: retryAttempts }, () => 'again'), 'failed']);
  });

  it('follows the schedule, plus or minus a fifth', () => {
    const waits = (random01: number) =>
      Array.from({ length: 10 }, (_, index) => {
        const next = after(500, { n: index + 1, retryAttempts: 10, random01 });
        return next.kind === 'again' ? next.at.getTime() - now.getTime() : undefined;
      });
    const planned = [...webhookRetryDelaysMs, 86_400_000];
    expect(waits(0.5)).toEqual(planned);
    expect(waits(0)).toEqual(planned.map((delayMs) => delayMs * 0.8));
    expect(waits(1)).toEqual(planned.map((delayMs) => delayMs * 1.2));
  });

  it('waits as long as the receiver asks, at most a day', () => {
    const at = (seconds: string) => after(429, { headers: { 'retry-after': seconds } });
    expect(at('600')).toMatchObject({ at: new Date(now.getTime() + 600_000) });
    expect(at('1')).toMatchObject({ at: new Date(now.getTime() + 5_000) });
    expect(at('9999999')).toMatchObject({ at: new Date(now.getTime() + 86_400_000) });
  });
});

describe('hasFailedTooLong', () => {
  it('disables a URL after five days with failures only', () => {
    const days = (count: number) => new Date(now.getTime() - count * 86_400_000);
    expect([hasFailedTooLong(days(4.9), now), hasFailedTooLong(days(5), now)]).toEqual([false, true]);
  });
});
