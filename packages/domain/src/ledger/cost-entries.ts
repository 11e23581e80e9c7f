/** What a supplier is paid for a lead, by its settings at that time, and what it gives back. Nothing books nothing. */
import type { LedgerEntry, LedgerSubject, SubmissionRecord, Supplier, SupplierCost } from '@sluice/contracts';
import { minorUnits } from '../money/minor-units.js';

type Paid = Pick<Supplier, 'cost'>;

/** The key of what a lead costs once, however often it is submitted. */
export function leadCostId(leadId: string): string {
  return `${leadId}.cost`;
}

/** The key of what a sale costs. */
export function saleCostId(submissionId: string): string {
  return `${submissionId}.cost`;
}

/** What a lead costs that has qualified; undefined for a test lead, and unless its supplier is paid by lead. */
export function leadCost(
  { cost }: Paid,
  { isTest }: Pick<SubmissionRecord, 'isTest'>,
  subject: LedgerSubject,
  occurredAt: Date,
): LedgerEntry | undefined {
  if (isTest || cost?.mode !== 'per_lead') return undefined;
  return costEntry(leadCostId(subject.leadId), fixed(cost), subject, occurredAt);
}

/** What a sale costs; undefined unless its supplier is paid by sale, and for a share of a sale without a price. */
export function saleCost({ cost }: Paid, sale: LedgerEntry): LedgerEntry | undefined {
  const { entryId: _entryId, unpriced, reference: _reference, occurredAt, ...subject } = sale;
  const amount =
    cost?.mode === 'per_sale'
      ? fixed(cost)
      : cost?.mode === 'revenue_share' && !unpriced
        ? { minor: shareOf(sale.minor, cost.percent ?? 0), currency: sale.currency }
        : undefined;
  return amount && costEntry(saleCostId(sale.submissionId), amount, subject, occurredAt);
}

/** What is given back of a cost once its sale was returned. */
export function costReversal(cost: LedgerEntry, occurredAt: Date): LedgerEntry {
  return {
    ...cost,
    entryId: `${cost.entryId}_reversal`,
    type: 'cost_reversal',
    minor: -cost.minor,
    occurredAt,
  };
}

interface Amount {
  readonly minor: number | undefined;
  readonly currency: string;
}

function fixed({ amount = 0, currency = '' }: SupplierCost): Amount {
  return { minor: minorUnits(amount, currency), currency };
}

// Half up, in whole hundredths of a percent.
function shareOf(minor: number, percent: number): number {
  return Number((BigInt(minor) * BigInt(Math.round(percent * 100)) + 5_000n) / 10_000n);
}

function costEntry(
  entryId: string,
  { minor, currency }: Amount,
  subject: LedgerSubject,
  occurredAt: Date,
): LedgerEntry | undefined {
  if (!minor) return undefined;
  return { ...subject, entryId, type: 'cost', minor, currency, occurredAt };
}
