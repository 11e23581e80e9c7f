/** What an affiliate writes down while it posts leads: what it asked, and what it was told. */

/** Asks for a lead to be placed; written before the request leaves. */
export interface Asked {
  readonly did: 'asked';
  readonly at: string;
  readonly tenantId: string;
  readonly campaignId: string;
  /** The `Idempotency-Key`, the same for every try of this request. */
  readonly key: string;
  /** Set on leads of one person that are sent as different leads: at most one of a set may be placed. */
  readonly twins?: string;
  /** The lead that is submitted once more; a new one when absent. */
  readonly leadId?: string;
}

/** The answer that makes a promise: accepted, under these ids. */
export interface Told {
  readonly did: 'told';
  readonly at: string;
  readonly key: string;
  readonly leadId: string;
  readonly submissionId: string;
}

/** An answer that promises nothing; it is asked again. */
export interface Refused {
  readonly did: 'refused';
  readonly at: string;
  readonly key: string;
  readonly status: number;
}

/** No answer came; it is asked again under the same key. */
export interface Unanswered {
  readonly did: 'unanswered';
  readonly at: string;
  readonly key: string;
}

/** The affiliate stopped asking. */
export interface GaveUp {
  readonly did: 'gave_up';
  readonly at: string;
  readonly key: string;
}

/** The leads that a page of the tenant's own leads showed. */
export interface Listed {
  readonly did: 'listed';
  readonly at: string;
  readonly tenantId: string;
  readonly leadIds: readonly string[];
}

/** What was answered to a look at another tenant's lead. */
export interface Probed {
  readonly did: 'probed';
  readonly at: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly status: number;
}

/** One line of the affiliate's ledger. */
export type ClientLine = Asked | Told | Refused | Unanswered | GaveUp | Listed | Probed;
