/** What a test run comes to: the closing line and the exit code, from jest's own results. */

/** The part of jest's JSON results that counts. */
export interface JestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not even start; their tests appear in no other count. */
  readonly numRuntimeErrorTestSuites: number;
}

/** How many tests of one run of jest ended how. */
export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How a test run ended. */
export interface Summary {
  /** `N passed, M failed`, with `, K skipped` when there are any. */
  readonly line: string;
  /** 0 only when at least one test ran and none failed. */
  readonly exitCode: 0 | 1;
}

/** Counts one run of jest; `results` is `undefined` when jest ended without writing any, which is a failure of its own. */
export function countRun(results: JestResults | undefined, jestExitCode: number | null): RunCounts {
  const passed = results?.numPassedTests ?? 0;
  const counted = results === undefined ? 1 : results.numFailedTests + results.numRuntimeErrorTestSuites;
  // Jest can fail a run in which every test passed, for instance when a worker process dies.
  const failed = counted === 0 && passed > 0 && jestExitCode !== 0 ? 1 : counted;
  const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  return { passed, failed, skipped };
}

/** Sums up the runs that were asked for together. */
export function summarize(...runs: readonly RunCounts[]): Summary {
  const sum = (part: keyof RunCounts) => runs.reduce((total, run) => total + run[part], 0);
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')];
  return {
    line: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    exitCode: failed === 0 && passed > 0 ? 0 : 1,
  };
}
