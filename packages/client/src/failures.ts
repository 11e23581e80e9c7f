/** How a call can fail: the service said no, or it said nothing. */
import type { ErrorCode } from '@sluice/contracts';

/** What an {@link ApiFailure} says. */
export interface FailureFacts {
  readonly code: ErrorCode | 'UNREADABLE_ANSWER';
  readonly status: number;
  readonly message: string;
  readonly details?: readonly string[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

/** The service answered, and not with success. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** As in the envelope; `UNREADABLE_ANSWER` when there was no envelope, as from a proxy in between. */
  readonly code: FailureFacts['code'];
  readonly status: number;
  /** Every problem as `path: problem`; with VALIDATION_ERROR. */
  readonly details: readonly string[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** How long the service asks to be left alone, in milliseconds. */
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

/** The service did not answer, or not to the end; whether it did what was asked is not known. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}
