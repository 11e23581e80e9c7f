/** What a person did or lacks, said in one sentence; anything else that is thrown is a defect and keeps its stack. */

/** An expected failure whose message is the whole report: one sentence with its remedy, and the exit code. */
export class Problem extends Error {
  constructor(
    sentence: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(sentence);
    this.name = 'Problem';
  }
}

/** Sets the exit code for a thrown value and reports it on stderr: a `Problem` as its sentence, a defect with its stack. */
export function report(error: unknown): void {
  if (error instanceof Problem) {
    console.error(error.message);
    process.exitCode = error.exitCode;
    return;
  }
  console.error(error);
  process.exitCode = 1;
}
