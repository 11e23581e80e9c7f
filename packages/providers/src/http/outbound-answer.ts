/** What a call to the outside world comes back with. An answer of any status is an answer; a failure is the want of one. */

/** Why no answer came. */
export type FailureReason =
  /** The address is private, loopback, link-local or otherwise not to be reached; no byte was sent. */
  | 'blocked'
  /** The request itself is not sendable: a bad URL, credentials in it, a header with a line break. */
  | 'invalid_request'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'reset'
  /** The answer's head is larger than any honest one. */
  | 'too_large'
  /** What came back is not HTTP, or not in the encoding it claims. */
  | 'malformed'
  | 'unknown';

/** The other side spoke. Redirects are answers like any other. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body to keep on record: at most 20 kB of text. */
  readonly body: string;
  /** The part of the body to judge by: at most 64 kB of text. The rest was never read. */
  readonly bodyRead: string;
  /** The body was longer than what is in `bodyRead`. */
  readonly truncated: boolean;
  readonly durationMs: number;
}

/** The other side did not speak, or not in time. */
export interface Unanswered {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** False only when it is certain that the other side has received nothing of the request. */
  readonly mayHaveArrived: boolean;
  readonly durationMs: number;
}

export type OutboundAnswer = Answered | Unanswered;
