import { sweepTiming } from './sweep-timing.js';

it('the sweep timing has the defaults that docs/project/reliability.md states', () => {
  expect(sweepTiming()).toEqual({
    firstLookMs: 20_000,
    lateByMs: 10_000,
    lookAgainMs: 30_000,
    everyMs: 5_000,
    leaderLeaseMs: 8_000,
    tidyEveryMs: 30_000,
  });
});

it.each([1_000, 20_000, 3_600_000])(
  'the sweep timing keeps its order when the first check is after %i ms, so that the leader stays leader from one round to the next',
  (firstLookMs) => {
    const { everyMs, leaderLeaseMs, lookAgainMs } = sweepTiming(firstLookMs);
    // Jitter makes a round up to a quarter late.
    expect(everyMs * 1.25).toBeLessThan(leaderLeaseMs);
    expect(leaderLeaseMs).toBeLessThan(firstLookMs);
    expect(firstLookMs).toBeLessThan(lookAgainMs);
  },
);
