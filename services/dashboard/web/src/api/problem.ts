/** Why a call of the API did not succeed, in words that a page can show. */
import type { FailureEnvelope } from '@sluice/contracts';

/** Codes of the API, and `OFFLINE` when the console's server did not answer at all. */
export type ProblemCode = FailureEnvelope['error']['code'] | 'FORBIDDEN' | 'OFFLINE';

/** A call that did not succeed. */
export class Problem extends Error {
  readonly code: ProblemCode;
  /** Lines of the form `path: problem`, with VALIDATION_ERROR. */
  readonly details: readonly string[];
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    more: { details?: readonly string[] | undefined; status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.details = more.details ?? [];
    this.status = more.status ?? 0;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** What is wrong with the field at `path`, if that is among the details. */
  of(path: string): string | undefined {
    return this.details.find((line) => line.startsWith(`${path}: `))?.slice(path.length + 2);
  }
}

/** Whatever was thrown, as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('INTERNAL_ERROR', error instanceof Error ? error.message : String(error));
}
