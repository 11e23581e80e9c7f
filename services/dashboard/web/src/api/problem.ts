/** Why a call of the API failed, in words that a page can show. */
import type { FailureEnvelope } from '@sluice/contracts';

/** Codes of the API, and `OFFLINE` if the dashboard's server did not answer at all. */
export type ProblemCode = FailureEnvelope['error']['code'] | 'FORBIDDEN' | 'OFFLINE';

/** A call that failed. */
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

  /** The problem with the field at `path`, if it is among the details. */
  of(path: string): string | undefined {
    return this.details.find((line) => line.startsWith(`${path}: `))?.slice(path.length + 2);
  }
}

/** Any thrown value as a problem. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('INTERNAL_ERROR', error instanceof Error ? error.message : String(error));
}
