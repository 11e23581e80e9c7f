/**
 * Compares one sale of a buyer's own list with the ledger, and books the difference if a person wants it. After a restore
 * of older data buyers remember sales that the ledger lacks.
 */
import { moneyText, dayText } from '@sluice/contracts';
import { createHash } from 'node:crypto';
import type { LeadRecord, LedgerEntry, LedgerSubject } from '@sluice/contracts';
import { correctionsOf, decimalAmount, sumIn } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';
import type { ReturnDeps } from './complete-return.js';
import { undoOfReturned } from './undo-of-returned.js';
import { unsettledSubmission, type UnsettledSubmission } from '../ledger/unsettled-submission.js';
import { bookWords, subjectOfLead, subjectOfSale } from '../ledger/book-adjustment.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

/** A sale as the buyer remembers it: one or both of lead and reference. */
export interface ListedSale {
  readonly leadId?: string | undefined;
  readonly reference?: string | undefined;
  /** Whose list it is, if that is known. */
  readonly clientId?: string | undefined;
  /** In minor units of the currency. */
  readonly minor: number;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
}

/** What the ledger says about it. */
export interface ReconciledSale {
  /**
   * `missing_here`: the lead exists and the ledger has no sale of it; `returned`: the sale was given back;
   * `unknown_outcome`: the buyer may have the lead from a submission that nobody has resolved; `unknown`: neither a lead
   * nor a sale has this id or reference; `ambiguous`: several sales fit.
   */
  readonly result:
    | 'matched'
    | 'missing_here'
    | 'amount_differs'
    | 'returned'
    | 'unknown_outcome'
    | 'unknown'
    | 'ambiguous';
  readonly leadId?: string;
  /** The sale in the ledger. */
  readonly saleId?: string;
  /** What the ledger has for it, corrections and its return included, in minor units of its currency. */
  readonly minor?: number;
  readonly currency?: string;
  /** The adjustment that was booked for the difference. */
  readonly entryId?: string;
  /** Why it cannot be compared or booked. */
  readonly why?: string;
}

const MOST_SALES = 50;

/** What the ledger has of the lead: the sale, if any, its return, and the people's corrections. */
interface Known {
  readonly subject: LedgerSubject;
  readonly sale?: LedgerEntry;
  readonly corrections: readonly LedgerEntry[];
  /** The return's entry, once the return is approved; none if nothing was left to take back. */
  readonly returned?: readonly LedgerEntry[];
  /** A submission that may still be booked as a sale. */
  readonly unsettled?: UnsettledSubmission | undefined;
}

/**
 * Compares, and with `by` books what the ledger lacks as an adjustment, once for each content of `listed`, whoever
 * repeats it. Nothing is booked for a sale that was given back, nor for a lead that may still be booked as sold.
 */
export async function reconcileSale(
  core: ReturnDeps,
  tenantId: string,
  listed: ListedSale,
  by?: string,
  byOperator?: true,
): Promise<ReconciledSale> {
  const known = await find(core, tenantId, listed);
  if ('result' in known) return known;
  const { sale, corrections, subject, returned, unsettled } = known;
  const { leadId } = subject;
  const about = { leadId, saleId: sale?.entryId };
  const entryId = `${leadId}.reconcile.${causeOf(listed)}`;
  if (sale && returned) {
    const { currency } = sale;
    // A process that booked for this row may have died before it looked for the return.
    if (by !== undefined && (await undoOfReturned(core, tenantId, sale, entryId)))
      return reconcileSale(core, tenantId, listed);
    const minor = sumIn(currency, [sale, ...corrections, ...returned]);
    return { ...about, result: 'returned', minor, currency };
  }
  if (sale && sale.currency !== listed.currency)
    return {
      ...about,
      result: 'amount_differs',
      minor: sale.minor,
      currency: sale.currency,
      why: 'the currencies differ, which only a person can correct',
    };
  const inCurrency = corrections.filter(({ currency }) => currency === listed.currency);
  const minor = sumIn(listed.currency, [...(sale ? [sale] : []), ...corrections]);
  const isKnown = sale !== undefined || inCurrency.length > 0;
  const has = { ...about, ...(isKnown && { minor, currency: listed.currency }) };
  if (unsettled?.isUnknown)
    return {
      ...has,
      result: 'unknown_outcome',
      why: `resolve ${unsettled.submissionId}, which books the sale`,
    };
  if (isKnown && minor === listed.minor) return { ...has, result: 'matched' };
  const differs = { ...has, result: isKnown ? 'amount_differs' : 'missing_here' } as const;
  if (unsettled)
    return { ...differs, why: `${unsettled.submissionId} is in progress; compare again once it has ended` };
  if (by === undefined || minor === listed.minor) return differs;
  const entry: LedgerEntry = {
    ...subject,
    entryId,
    type: 'adjustment',
    minor: listed.minor - minor,
    currency: listed.currency,
    occurredAt: now(core),
    note: noteOf(listed, isKnown ? minor : undefined),
    by,
    ...(byOperator && { byOperator }),
  };
  const booked = await bookWords(core, tenantId, entry);
  if (sale && (await undoOfReturned(core, tenantId, sale, entryId)))
    return reconcileSale(core, tenantId, listed);
  if (booked.occurredAt.getTime() === entry.occurredAt.getTime())
    return { ...differs, entryId: booked.entryId };
  return {
    ...differs,
    why: `${booked.entryId} was booked for this row before; the ledger has changed since`,
  };
}

async function find(core: Deps, tenantId: string, listed: ListedSale): Promise<Known | ReconciledSale> {
  const { leadId, reference, clientId } = listed;
  const { ledger, leads } = core.stores.forTenant(tenantId);
  if (reference !== undefined) {
    const found = await ledger.salesOf(reference, clientId, MOST_SALES);
    const sales = found.filter((sale) => leadId === undefined || sale.leadId === leadId);
    if (sales.length > 1) return ambiguous('the reference belongs to several sales');
    const [sale] = sales;
    if (sale) return ofSale(core, tenantId, sale);
    if (found.length > 0) return ambiguous('the reference belongs to another lead');
    if (leadId === undefined) return { result: 'unknown', why: 'the reference belongs to no sale' };
  }
  if (leadId === undefined) return { result: 'unknown' };
  // First, because a sale is booked before its submission ends: what is settled is in the ledger by now.
  const unsettled = await unsettledSubmission(core, tenantId, leadId, clientId);
  const sold = await onlySale(core, tenantId, leadId, clientId);
  if (sold) return sold;
  const lead = await leads.find(leadId);
  if (!lead) return { result: 'unknown', why: 'there is no such lead' };
  if (lead.isTest) return { result: 'unknown', why: 'it is a test lead, and these earn nothing' };
  const entries = await entriesOf(core, tenantId, leadId, clientId);
  const corrections = entries.filter(({ type }) => type === 'adjustment');
  return { subject: subjectFor(lead, clientId), corrections, unsettled };
}

async function onlySale(
  core: Deps,
  tenantId: string,
  leadId: string,
  clientId: string | undefined,
): Promise<Known | ReconciledSale | undefined> {
  const sales = (await entriesOf(core, tenantId, leadId, clientId)).filter(({ type }) => type === 'sale');
  if (sales.length > 1) return ambiguous('the lead was sold several times; name the reference or the client');
  const [sale] = sales;
  return sale && ofSale(core, tenantId, sale);
}

async function ofSale(core: Deps, tenantId: string, sale: LedgerEntry): Promise<Known> {
  const { leadId, submissionId, clientId } = sale;
  const entries = await entriesOf(core, tenantId, leadId, clientId);
  const stored = await core.stores.forTenant(tenantId).returns.ofSale(submissionId);
  const returned = entries.filter((entry) => entry.type === 'return' && entry.submissionId === submissionId);
  const isReturned = returned.length > 0 || stored?.status === 'approved';
  return {
    subject: subjectOfSale(sale),
    sale,
    corrections: correctionsOf(sale, entries),
    returned: isReturned ? returned : undefined,
  };
}

async function entriesOf({ stores }: Deps, tenantId: string, leadId: string, clientId: string | undefined) {
  const entries = await stores.forTenant(tenantId).ledger.salesOfLead(leadId);
  return clientId === undefined ? entries : entries.filter((entry) => entry.clientId === clientId);
}

// What a client bought counts for that client, whichever campaign placed it.
function subjectFor(lead: LeadRecord, clientId: string | undefined): LedgerSubject {
  const subject = subjectOfLead(lead);
  if (clientId === undefined || clientId === subject.clientId) return subject;
  const { offerId: _offerId, ...other } = subject;
  return { ...other, clientId };
}

function ambiguous(why: string): ReconciledSale {
  return { result: 'ambiguous', why };
}

// Not readable, because a reference may tell a person.
function causeOf({ leadId, reference, clientId, minor, currency, day }: ListedSale): string {
  const content = [leadId ?? null, reference ?? null, clientId ?? null, minor, currency, day];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32);
}

function noteOf({ minor, currency, day }: ListedSale, had: number | undefined): string {
  const amount = (of: number) => moneyText(decimalAmount(of, currency), currency);
  const here = had === undefined ? 'no sale' : amount(had);
  return `the buyer's list has ${amount(minor)} on ${dayText(day)}, the ledger had ${here}`;
}
