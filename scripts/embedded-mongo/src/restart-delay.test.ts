import { MAX_FAILED_STARTS, restartDelayMs, wasKilled } from './restart-delay.js';

describe('restartDelayMs', () => {
  it('is zero after the first crash, then grows, up to five seconds', () => {
    const delays = Array.from({ length: 10 }, (_, setbacks) => restartDelayMs(setbacks));
    expect(delays.slice(0, 4)).toEqual([0, 100, 200, 400]);
    expect(delays).toEqual(delays.toSorted((a, b) => a - b));
    expect(Math.max(...delays)).toBe(5_000);
  });

  it('reports that the engine cannot be started only after half a minute of failed starts', () => {
    const total = Array.from({ length: MAX_FAILED_STARTS }, (_, setbacks) => restartDelayMs(setbacks)).reduce(
      (a, b) => a + b,
    );
    expect(total).toBeGreaterThan(25_000);
    expect(total).toBeLessThan(60_000);
  });
});

describe('wasKilled', () => {
  it('distinguishes a kill from outside from a crash of the engine', () => {
    expect(wasKilled({ code: null, signal: 'SIGKILL' })).toBe(true);
    expect(wasKilled({ code: 0, signal: null })).toBe(true);
    expect(wasKilled({ code: 1, signal: null })).toBe(false);
    expect(wasKilled({ code: null, signal: 'SIGSEGV' })).toBe(false);
  });
});
