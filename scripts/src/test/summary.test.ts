/** When a test run counts as passed. */
import { countRun, summarize, type JestResults } from './summary.js';

const results = (over: Partial<JestResults>): JestResults => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  ...over,
});

describe('the summary of a test run', () => {
  it('passes when at least one test ran and none failed', () => {
    expect(summarize(countRun(results({}), 0))).toEqual({ line: '3 passed, 0 failed', exitCode: 0 });
  });

  it('counts skipped and todo tests as skipped', () => {
    const { line, exitCode } = summarize(countRun(results({ numPendingTests: 2, numTodoTests: 1 }), 0));
    expect([line, exitCode]).toEqual(['3 passed, 0 failed, 3 skipped', 0]);
  });

  it('counts a test file that could not start as failed', () => {
    expect(summarize(countRun(results({ numRuntimeErrorTestSuites: 1 }), 1))).toEqual({
      line: '3 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('fails when no test ran', () => {
    expect(summarize(countRun(results({ numPassedTests: 0 }), 0)).exitCode).toBe(1);
  });

  it('fails when jest failed although every test passed', () => {
    expect(summarize(countRun(results({}), 1))).toEqual({ line: '3 passed, 1 failed', exitCode: 1 });
  });

  it('fails when jest left no results', () => {
    expect(summarize(countRun(undefined, null))).toEqual({ line: '0 passed, 1 failed', exitCode: 1 });
  });

  it('adds up several runs, and fails if one of them failed', () => {
    const [good, bad, none] = [
      countRun(results({}), 0),
      countRun(undefined, 1),
      { passed: 0, failed: 0, skipped: 2 },
    ];
    expect(summarize(good, good, none)).toEqual({ line: '6 passed, 0 failed, 2 skipped', exitCode: 0 });
    expect(summarize(good, bad)).toEqual({ line: '3 passed, 1 failed', exitCode: 1 });
  });
});
