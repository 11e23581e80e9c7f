/** A lead as its supplier sees it, by its last submission; a status that a person sets changes nothing. */
import type {
  LeadRecord,
  LedgerEntry,
  ReasonClass,
  SubmissionRecord,
  SubmissionStatus,
  Supplier,
  SupplierLead,
  SupplierOutcome,
} from '@sluice/contracts';
import { decimalAmount } from '../money/minor-units.js';
import { sumIn } from '../returns/left-of-sale.js';
import { reasonClassOf } from './reason-class.js';

/** What is known of a lead. */
export interface KnownLead {
  readonly lead: LeadRecord;
  /** Its last submission, unless that is gone. */
  readonly last: Pick<SubmissionRecord, 'submissionId' | 'status' | 'reason'> | undefined;
  /** Its costs, their reversals and its returns. */
  readonly entries: readonly LedgerEntry[];
}

const moving: readonly SubmissionStatus[] = ['pending', 'queued', 'pending_action'];

/** The lead, with no more than its supplier may know. */
export function supplierLead(
  { lead, last, entries }: KnownLead,
  supplier: Pick<Supplier, 'answerDetail'>,
): SupplierLead {
  const { leadId, createdAt, sentTo = '', subIds = {}, isTest } = lead;
  const { outcome, reason } = outcomeOf(lead, last, entries);
  return {
    leadId,
    submittedAt: createdAt.toISOString(),
    campaignId: sentTo,
    outcome,
    ...(reason !== undefined && supplier.answerDetail === 'reason' && { reason }),
    ...payoutOf(entries),
    subIds: { ...subIds },
    ...(isTest && { isTest }),
  };
}

interface Told {
  readonly outcome: SupplierOutcome;
  readonly reason?: ReasonClass;
}

function outcomeOf(lead: LeadRecord, last: KnownLead['last'], entries: readonly LedgerEntry[]): Told {
  if (!last) return { outcome: 'rejected', reason: 'error' };
  const { submissionId, status, reason } = last;
  if (status === 'delivered')
    return isReturned(lead, submissionId, entries) ? returned : { outcome: 'accepted' };
  if (!moving.includes(status)) return notTaken(status, reason);
  // Whom it waits for is nobody's business; that a limit is full is.
  return status === 'queued'
    ? { outcome: 'pending', reason: reasonClassOf(status, reason) }
    : { outcome: 'pending' };
}

/** How a supplier is told of a submission that ended without a sale. */
export function notTaken(
  status: SubmissionStatus,
  reason: string | undefined,
): { readonly outcome: 'duplicate' | 'rejected'; readonly reason: ReasonClass } {
  return { outcome: status === 'duplicate' ? status : 'rejected', reason: reasonClassOf(status, reason) };
}

const returned: Told = { outcome: 'rejected', reason: 'returned' };

// As reports count it: a sale from before the ledger has no entry to take back, and then the status says it.
function isReturned({ status }: LeadRecord, submissionId: string, entries: readonly LedgerEntry[]): boolean {
  return (
    status === 'returned' ||
    entries.some((entry) => entry.type === 'return' && entry.submissionId === submissionId)
  );
}

/**
 * What a lead earns its supplier, once there was anything: its costs less their reversals, by currency. Almost every lead
 * has one; where the supplier's terms changed between two costs, the latest currency in which something is left comes
 * first.
 */
export function payoutOf(entries: readonly LedgerEntry[]): Pick<SupplierLead, 'payout' | 'otherPayouts'> {
  const latestFirst = entries
    .filter(({ type }) => type === 'cost' || type === 'cost_reversal')
    .toSorted((a, b) => b.occurredAt.getTime() - a.occurredAt.getTime());
  const currencies = [...new Set(latestFirst.map(({ currency }) => currency))];
  const sums = currencies.map((currency) => ({
    amount: decimalAmount(sumIn(currency, latestFirst), currency),
    currency,
  }));
  const left = sums.filter(({ amount }) => amount !== 0);
  const [payout, ...otherPayouts] = left.length > 0 ? left : sums.slice(0, 1);
  return { ...(payout && { payout }), ...(otherPayouts.length > 0 && { otherPayouts }) };
}
