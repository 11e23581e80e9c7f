/** Guarantees of planRestart about killed, healthy and crash-looping processes. */
import { planRestart, type RunEnd } from './restart-delay.js';

const end = (over: Partial<RunEnd>): RunEnd => ({
  uptimeMs: 50,
  code: 1,
  signal: null,
  earlyEnds: 0,
  ...over,
});

describe('the restart delay of a supervised process', () => {
  it('stays below a second however often the process is killed', () => {
    let earlyEnds = 0;
    for (let kill = 0; kill < 50; kill += 1) {
      const plan = planRestart(end({ code: null, signal: 'SIGKILL', earlyEnds }));
      expect(plan.delayMs).toBeLessThan(500);
      earlyEnds = plan.earlyEnds;
    }
  });

  it('grows, up to a limit, while a process exits early by itself', () => {
    const delays: number[] = [];
    let earlyEnds = 0;
    for (let crash = 0; crash < 12; crash += 1) {
      const plan = planRestart(end({ earlyEnds }));
      delays.push(plan.delayMs);
      earlyEnds = plan.earlyEnds;
    }
    expect(delays.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(delays.at(-1)).toBe(5_000);
  });

  it('counts a crash signal such as SIGSEGV as an early exit', () => {
    expect(planRestart(end({ code: null, signal: 'SIGSEGV', earlyEnds: 3 }))).toEqual({
      delayMs: 800,
      earlyEnds: 4,
    });
  });

  it('is reset once a run was healthy', () => {
    expect(planRestart(end({ uptimeMs: 60_000, earlyEnds: 6 }))).toEqual({ delayMs: 100, earlyEnds: 0 });
  });
});
