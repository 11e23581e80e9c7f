/** A person's correction of what a lead earned. */
import {
  ApiError,
  leadSourceOf,
  type AdjustmentInput,
  type LeadRecord,
  type LedgerEntry,
  type LedgerSubject,
} from '@sluice/contracts';
import { minorUnits } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';
import { eraseAgain } from '../lead/erase-again.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

/** Who books it, and under which id; a repeated request has the same one. */
export interface AdjustmentCause {
  readonly entryId: string;
  readonly by: string;
  readonly byOperator?: true | undefined;
}

/**
 * Books an adjustment where the lead was sold, or on the campaign that it was submitted to.
 * @throws ApiError VALIDATION_ERROR for an unknown lead, a test lead, or an amount that is too large
 */
export async function bookAdjustment(
  core: Deps,
  tenantId: string,
  { leadId, amount, currency, note }: AdjustmentInput,
  { entryId, by, byOperator }: AdjustmentCause,
): Promise<LedgerEntry> {
  const { leads, ledger } = core.stores.forTenant(tenantId);
  const lead = await leads.find(leadId);
  if (!lead) throw refused('leadId', 'does not exist');
  if (lead.isTest) throw refused('leadId', 'is a test lead, and these earn nothing');
  const minor = minorUnits(amount, currency);
  if (minor === undefined) throw refused('amount', 'is too large');
  const sale = await ledger.lastSale(leadId);
  const subject = sale ? subjectOfSale(sale) : subjectOfLead(lead);
  return bookWords(core, tenantId, {
    ...subject,
    entryId,
    type: 'adjustment',
    minor,
    currency,
    occurredAt: now(core),
    note,
    by,
    ...(byOperator && { byOperator }),
  });
}

/** Books an entry with a person's words, of which nothing is kept if the lead's person was erased. */
export async function bookWords(core: Deps, tenantId: string, entry: LedgerEntry): Promise<LedgerEntry> {
  const booked = await core.stores.forTenant(tenantId).ledger.book(entry);
  const { note: _note, ...wordless } = booked;
  return (await eraseAgain(core, { tenantId, leadId: entry.leadId })) ? wordless : booked;
}

/** What an adjustment of a sale is about. */
export function subjectOfSale(sale: LedgerEntry): LedgerSubject {
  const { entryId: _entryId, type: _type, minor: _minor, currency: _currency, ...rest } = sale;
  const {
    unpriced: _unpriced,
    note: _note,
    by: _by,
    byOperator: _operator,
    reference: _reference,
    ...kept
  } = rest;
  const { occurredAt: _occurredAt, ...subject } = kept;
  return subject;
}

/** What an adjustment of a lead is about that was not sold. */
export function subjectOfLead(lead: LeadRecord): LedgerSubject {
  const { leadId, lastSubmissionId: submissionId, campaignId, clientId, offerId, createdAt } = lead;
  return {
    leadId,
    submissionId,
    campaignId,
    clientId,
    offerId,
    ...leadSourceOf(lead),
    receivedAt: createdAt,
  };
}

function refused(field: string, problem: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: [`${field}: ${problem}`] });
}
