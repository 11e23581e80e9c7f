/** Expected failures, which are reported in one sentence. Any other thrown value is a defect and keeps its stack. */

/** An expected failure. Its message is the whole report: one sentence with its remedy, plus the exit code. */
export class Problem extends Error {
  constructor(
    sentence: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(sentence);
    this.name = 'Problem';
  }
}

/** Reports a thrown value on stderr and sets the exit code: a `Problem` as its sentence, a defect with its stack. */
export function report(error: unknown): void {
  if (error instanceof Problem) {
    console.error(error.message);
    process.exitCode = error.exitCode;
    return;
  }
  console.error(error);
  process.exitCode = 1;
}
