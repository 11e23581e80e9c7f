/** How a call can fail: the service refused it, or did not answer. */
import type { ErrorCode } from '@sluice/contracts';

/** The facts of an {@link ApiFailure}. */
export interface FailureFacts {
  readonly code: ErrorCode | 'UNREADABLE_ANSWER';
  readonly status: number;
  readonly message: string;
  readonly details?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The service answered with a failure. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The code in the envelope; `UNREADABLE_ANSWER` if there was none, e.g. from a proxy in between. */
  readonly code: FailureFacts['code'];
  readonly status: number;
  /** Every problem as `path: problem`; with VALIDATION_ERROR. */
  readonly details: readonly string[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor({ code, status, message, details, requestId, retryAfterMs }: FailureFacts) {
    super(details?.length ? `${message}: ${details.join('; ')}` : message);
    this.code = code;
    this.status = status;
    this.details = details ?? [];
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service did not answer, or not completely; whether it did the work is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}
