import { ApiFailure, NoAnswer } from './failures.js';
import { retryDelayMs, wait } from './retry.js';

const answered = (status: number, facts: { code?: ApiFailure['code']; retryAfterMs?: number } = {}) =>
  new ApiFailure({ code: 'SERVICE_UNAVAILABLE', status, message: 'm', ...facts });

describe('the retry rule of the client', () => {
  it.each([
    ['no answer', new NoAnswer('m')],
    ['429', answered(429)],
    ['502', answered(502)],
    ['503', answered(503)],
    ['504', answered(504)],
    ['409 while the first request runs', answered(409, { code: 'IDEMPOTENCY_CONFLICT' })],
  ])('retries after %s', (_what, failure) => {
    expect(retryDelayMs(failure, 1, 0)).toBe(125);
  });

  it.each([
    ['400', answered(400)],
    ['401', answered(401)],
    ['409 for a state', answered(409, { code: 'INVALID_STATE' })],
    ['422 for another body', answered(422, { code: 'IDEMPOTENCY_CONFLICT' })],
    ['500', answered(500)],
    ['a defect', new TypeError('m')],
  ])('does not retry after %s', (_what, failure) => {
    expect(retryDelayMs(failure, 1, 0)).toBeUndefined();
  });

  it('doubles the delay each time, with jitter of half of it, up to 10 s', () => {
    const failure = new NoAnswer('m');
    expect([1, 2, 3, 6, 7, 40].map((tries) => retryDelayMs(failure, tries, 1))).toEqual([
      250, 500, 1000, 8000, 10_000, 10_000,
    ]);
    expect(retryDelayMs(failure, 3, 0)).toBe(500);
  });

  it('waits at least as long as the service asks, and fails when the service asks for more than a minute', () => {
    expect(retryDelayMs(answered(429, { retryAfterMs: 7000 }), 1, 0)).toBe(7000);
    expect(retryDelayMs(answered(429, { retryAfterMs: 7000 }), 1, 1)).toBe(7250);
    expect(retryDelayMs(answered(429, { retryAfterMs: 61_000 }), 1, 0)).toBeUndefined();
  });
});

describe('the delay between two tries', () => {
  it('ends when its signal is aborted', async () => {
    const ending = new AbortController();
    const waiting = wait(60_000, ending.signal);
    ending.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(wait(60_000, ending.signal)).rejects.toThrow('enough');
  });
});
