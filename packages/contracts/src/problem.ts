/** Expected failures, which are reported in one sentence. Any other thrown value is a defect and keeps its stack. */

/** An expected failure. Its message is the whole report: one sentence with its remedy, plus the exit code of a command. */
export class Problem extends Error {
  constructor(
    sentence: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(sentence);
    this.name = 'Problem';
  }
}
