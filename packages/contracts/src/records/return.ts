/** Returns: a client gives back a lead that was sold to it. */
import type { ReturnStatus } from '../words.js';
import type { LedgerSubject } from './ledger.js';

/** The return of one sale. A sale has at most one, whatever becomes of it. */
export interface ReturnRecord extends LedgerSubject {
  readonly returnId: string;
  /** `opening` until it is known whether the quota has room for it; nobody sees it until then. */
  readonly status: ReturnStatus | 'opening';
  readonly placedCampaignId: string;
  readonly clientId: string;
  /** What the sale earned, in minor units of the currency. */
  readonly minor: number;
  readonly currency: string;
  readonly soldAt: Date;
  /** The calendar month of the sale in the campaign's time zone, `YYYY-MM`, in which the return counts. */
  readonly month: string;
  /** Absent if a person set the lead's status to `returned`. */
  readonly reason?: string;
  /** Whether the reason was one of the campaign's list; any other one may contain words about a person. */
  readonly isListedReason?: true;
  readonly note?: string;
  readonly requestedAt: Date;
  /** Who requested it: the first characters of an API key, or an operator. */
  readonly by?: string;
  /** It was a person or key of the installation, whom nobody of the tenant is shown; so is who decided it. */
  readonly byOperator?: true | undefined;
  /** The terms that apply while it is `opening`. */
  readonly maximumPercent?: number;
  readonly autoApprove?: true;
  /** A person's word that takes precedence over the quota and over an earlier decision. */
  readonly isByStatus?: true;
  readonly decidedAt?: Date;
  readonly decidedBy?: string;
  readonly decidedByOperator?: true | undefined;
  /** Minted for the request that decided it, so that a repeat of that request is recognised. */
  readonly decisionId?: string;
  readonly decisionNote?: string;
  /** When the sweep goes on with what is not written yet; absent once everything is. */
  readonly dueAt?: Date;
}

/** The returns of one status and currency. */
export interface ReturnSum extends Pick<ReturnRecord, 'currency' | 'minor'> {
  readonly status: ReturnStatus;
  readonly returns: number;
}
