import { stuckReason } from './liveness.js';

const now = Date.parse('2026-01-15T12:00:00Z');
const watch = (waiting: number, pausedSecondsAgo?: number) => ({
  waiting: () => waiting,
  lastPausedAt: () => (pausedSecondsAgo === undefined ? 0 : now - pausedSecondsAgo * 1_000),
});
const idleFor = (seconds: number, active = 0) => ({ active, lastFinishedAt: now - seconds * 1_000 });

describe('a worker', () => {
  it('is stuck when jobs wait and it has worked on none for a minute', () => {
    expect(stuckReason(idleFor(61), watch(1), now)).toBe('jobs wait, and none was worked on for 61 s');
  });

  it.each([
    ['nothing waits', idleFor(600), watch(0)],
    ['a job is in progress', idleFor(600, 1), watch(1)],
    ['one was finished a moment ago', idleFor(59), watch(1)],
    ['its queue is paused', idleFor(600), watch(1, 4)],
    ['its queue was resumed less than a minute ago', idleFor(600), watch(1, 59)],
  ])('is not stuck when %s', (_what, progress, seen) => {
    expect(stuckReason(progress, seen, now)).toBeUndefined();
  });

  it('is stuck again when it still does nothing a minute after its queue was resumed', () => {
    expect(stuckReason(idleFor(600), watch(1, 61), now)).toMatch(/for 61 s$/);
  });
});
