/** The lines of an affiliate's ledger: its requests and their answers. */

/** A request to place a lead; written before it is sent. */
export interface Asked {
  readonly did: 'asked';
  readonly at: string;
  readonly tenantId: string;
  readonly campaignId: string;
  /** The `Idempotency-Key`, the same for every attempt at this request. */
  readonly key: string;
  /** Set on leads of one person that are sent as different leads: at most one of a set may be placed. */
  readonly twins?: string;
  /** The lead that is submitted again; absent for a new lead. */
  readonly leadId?: string;
}

/** The answer that makes a promise: accepted, under these ids. */
export interface Receipt {
  readonly did: 'acknowledged';
  readonly at: string;
  readonly key: string;
  readonly leadId: string;
  readonly submissionId: string;
}

/** An answer that promises nothing; the request is repeated. */
export interface Refused {
  readonly did: 'refused';
  readonly at: string;
  readonly key: string;
  readonly status: number;
}

/** No answer came; the request is repeated under the same key. */
export interface Unanswered {
  readonly did: 'unanswered';
  readonly at: string;
  readonly key: string;
}

/** The affiliate stopped repeating the request. */
export interface GaveUp {
  readonly did: 'gave_up';
  readonly at: string;
  readonly key: string;
}

/** A sale was given back: the return, and its status in the answer. */
export interface Returned {
  readonly did: 'returned';
  readonly at: string;
  readonly returnId: string;
  readonly status: string;
}

/** A return was decided: what it became. */
export interface Decided {
  readonly did: 'decided';
  readonly at: string;
  readonly returnId: string;
  readonly status: string;
}

/** The leads on one page of the tenant's own leads. */
export interface Listed {
  readonly did: 'listed';
  readonly at: string;
  readonly tenantId: string;
  readonly leadIds: readonly string[];
}

/** The answer to a request for another tenant's lead. */
export interface Probed {
  readonly did: 'probed';
  readonly at: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly status: number;
}

/** One line of the affiliate's ledger. */
export type ClientLine =
  | Asked
  | Receipt
  | Refused
  | Unanswered
  | GaveUp
  | Returned
  | Decided
  | Listed
  | Probed;
