/** How a tool reports what was thrown. */
import { Problem } from '@sluice/contracts';

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
