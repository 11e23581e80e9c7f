/**
 * The result of a call to the outside. An answer of any status is an answer, also if its body breaks off; a failure
 * means that no answer came.
 */

/** Why no answer came, or not all of it. */
export type FailureReason =
  /** The address is private, loopback, link-local or otherwise forbidden; no byte was sent. */
  | 'blocked'
  /** The request itself cannot be sent: a bad URL, credentials in it, a header with a line break. */
  | 'invalid_request'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'reset'
  /** The answer is not HTTP, its headers have more than 64 kB, or its body is not in the coding that it declares. */
  | 'answer_malformed'
  /** A mail server refused the login, offers no encryption for a password, or asks to try again later. */
  | 'login_refused'
  | 'password_in_clear'
  | 'server_busy'
  | 'unknown';

/** The server answered. Redirects count as answers. */
export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma, but for those that make sense once. */
  readonly headers: Readonly<Record<string, string>>;
  /** The part of the body to store: at most 20 kB of text. */
  readonly body: string;
  /** The part of the body that response rules read: at most 64 kB of text. The rest is never read. */
  readonly bodyRead: string;
  /** The body was longer than `bodyRead`. */
  readonly truncated: boolean;
  /**
   * Why the body could not be read to its end: the connection broke, the time was up, or the body is not in the encoding
   * that it declares. `body` and `bodyRead` then have what came before. The status stands.
   */
  readonly bodyProblem?: FailureReason;
  /** Set if the receiver works and refuses this one, whatever the status says: a final reply of a mail server. */
  readonly isRefusal?: true;
  readonly durationMs: number;
}

/** No status arrived, or not in time. */
export interface Unanswered {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** False only if the server certainly received nothing of the request. */
  readonly mayHaveArrived: boolean;
  readonly durationMs: number;
}

export type OutboundAnswer = Answered | Unanswered;
