/**
 * Every error the interface answers with: its code, HTTP status and default message (§7).
 * One table, so that the gateway, the OpenAPI document and the client cannot disagree.
 */

export const errors = {
  VALIDATION_ERROR: { status: 400, message: 'Invalid input data' },
  UNAUTHORIZED: { status: 401, message: 'Authentication required' },
  /** The key is a supplier's, or in the admin API: the role does not allow it. */
  FORBIDDEN: { status: 403, message: 'This key may not do this' },
  NOT_FOUND: { status: 404, message: 'Resource not found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method not allowed' },
  INVALID_STATE: { status: 409, message: 'The resource is not in a state that allows this' },
  IDEMPOTENCY_CONFLICT: { status: 409, message: 'Idempotency-Key is in use by another request' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Content-Type must be application/json in UTF-8' },
  RATE_LIMITED: { status: 429, message: 'Too many requests' },
  INTERNAL_ERROR: { status: 500, message: 'Internal error' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service unavailable; nothing was accepted' },
} as const;

/** The code of an error answer, as in `error.code` of the envelope. */
export type ErrorCode = keyof typeof errors;

/** Details of an {@link ApiError} beyond its code. */
export interface ApiErrorOptions {
  /** Replaces the default message of the code. */
  readonly message?: string;
  /** Lines of the form `path: problem`, for VALIDATION_ERROR. */
  readonly details?: readonly string[];
  /** Replaces the status of the table (an IDEMPOTENCY_CONFLICT with another body is 422). */
  readonly status?: number;
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** For METHOD_NOT_ALLOWED: sent as `Allow`. */
  readonly allow?: readonly string[];
  /** Nothing was done, now or later: a repeat under its Idempotency-Key starts anew, with other ids. */
  readonly beginsAnew?: true;
  readonly cause?: unknown;
}

/** A failure answer. Thrown anywhere below a route, and written once by the gateway as the envelope. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: readonly string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly beginsAnew: boolean;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errors[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? errors[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.allow = options.allow;
    this.beginsAnew = options.beginsAnew ?? false;
  }
}
