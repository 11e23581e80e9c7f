import { afterPixelAttempt, pixelRetryDelaysMs } from './after-pixel-attempt.js';

const now = new Date('2026-03-08T12:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const after = (kind: 'done' | 'retry' | 'throttled' | 'failed', n = 1, retryAfterMs?: number) =>
  afterPixelAttempt({
    n,
    verdict: { kind, reason: 'r' },
    now,
    random01: 0.5,
    retryAfterMs,
  });

describe('afterPixelAttempt', () => {
  it('ends the effect after an accepted event and after a permanent failure', () => {
    expect([after('done'), after('failed')]).toEqual([{ kind: 'done' }, { kind: 'failed', reason: 'r' }]);
  });

  it('retries on a schedule that ends before the platform would count a repeat twice', () => {
    const waits = pixelRetryDelaysMs.map((_, index) => after('retry', index + 1));
    expect(waits).toEqual(pixelRetryDelaysMs.map((ms) => ({ kind: 'again', at: later(ms), reason: 'r' })));
    expect(after('retry', pixelRetryDelaysMs.length + 1)).toEqual({ kind: 'failed', reason: 'r' });
    expect(pixelRetryDelaysMs.reduce((sum, ms) => sum + ms * 1.2, 0)).toBeLessThan(47 * 3_600_000);
  });

  it('waits at least a minute when throttled, and as long as the platform asks', () => {
    expect(after('throttled')).toMatchObject({ at: later(60_000) });
    expect(after('throttled', 1, 90_000)).toMatchObject({ at: later(90_000) });
  });
});
