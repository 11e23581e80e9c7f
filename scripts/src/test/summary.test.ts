/** When a test run may call itself good. */
import { summarize, type JestResults } from './summary.js';

const results = (over: Partial<JestResults>): JestResults => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  ...over,
});

describe('summarize', () => {
  it('is good when something ran and nothing failed', () => {
    expect(summarize(results({}), 0)).toEqual({ line: '3 passed, 0 failed', exitCode: 0 });
  });

  it('counts skipped and promised tests as skipped', () => {
    const { line, exitCode } = summarize(results({ numPendingTests: 2, numTodoTests: 1 }), 0);
    expect([line, exitCode]).toEqual(['3 passed, 0 failed, 3 skipped', 0]);
  });

  it('counts a file that could not start as failed', () => {
    expect(summarize(results({ numRuntimeErrorTestSuites: 1 }), 1)).toEqual({
      line: '3 passed, 1 failed',
      exitCode: 1,
    });
  });

  it('is not good when nothing ran', () => {
    expect(summarize(results({ numPassedTests: 0 }), 0).exitCode).toBe(1);
  });

  it('is not good when jest failed although every test passed', () => {
    expect(summarize(results({}), 1)).toEqual({ line: '3 passed, 1 failed', exitCode: 1 });
  });

  it('is not good when jest left no results', () => {
    expect(summarize(undefined, null)).toEqual({ line: '0 passed, 1 failed', exitCode: 1 });
  });
});
