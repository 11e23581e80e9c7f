/** The result of a test run: the closing line and the exit code, from jest's own results. */

/** The part of jest's JSON results that is used. */
export interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not even start; their tests are in no other count. */
  readonly numRuntimeErrorTestSuites: number;
}

/** The numbers of passed, failed and skipped tests in one run of jest. */
export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts one run of jest; `results` is `undefined` if jest wrote none, which counts as a failure. */
export function countRun(results: JestResults | undefined, jestExitCode: number | null): RunCounts {
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const passed = results.numPassedTests;
  const counted = results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest can fail a run in which every test passed, for instance if a worker process dies.
  const failed = counted === 0 && passed > 0 && jestExitCode !== 0 ? 1 : counted;
  return { passed, failed, skipped: results.numPendingTests + results.numTodoTests };
}

/**
 * Adds up the runs that were requested together: `N passed, M failed`, with `, K skipped` if there are any, and the exit
 * code, which is 0 only if at least one test ran and none failed.
 */
export function summarize(...runs: readonly RunCounts[]): {
  readonly line: string;
  readonly exitCode: 0 | 1;
} {
  const sum = (part: keyof RunCounts) => runs.reduce((total, run) => total + run[part], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  return {
    line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    exitCode: failed === 0 && passed > 0 ? 0 : 1,
  };
}
