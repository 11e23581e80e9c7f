/** Completes a VALIDATION_ERROR with what its body refers to in vain, so that a caller learns of everything at once. */
import { ApiError } from '@sluice/contracts';

/**
 * Returns `error` with the lines of `more` about other fields, if it is a VALIDATION_ERROR; any other error unchanged.
 * If those lines cannot be found out, the error stands as it is.
 */
export async function completeProblems(
  error: unknown,
  more: () => Promise<readonly string[]>,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') return error;
  const known = error.details ?? [];
  const fields = new Set(known.map(fieldOf));
  const found = await more().catch(() => []);
  const others = found.filter((line) => !fields.has(fieldOf(line)));
  return others.length === 0 ? error : new ApiError('VALIDATION_ERROR', { details: [...known, ...others] });
}

function fieldOf(line: string): string {
  return /^[^.:]*/.exec(line)?.[0] ?? line;
}
