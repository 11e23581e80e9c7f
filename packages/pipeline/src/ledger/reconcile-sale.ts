/**
 * Compares one sale of a buyer's own list with the ledger, and books the difference if a person wants it. After a restore
 * of older data buyers remember sales that the ledger lacks.
 */
import { createHash } from 'node:crypto';
import type { LeadRecord, LedgerEntry, LedgerSubject } from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';
import { now, type StoresFor } from '../core.js';
import { bookWords, subjectOfLead, subjectOfSale } from './book-adjustment.js';

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
   * `missing_here`: the lead exists and the ledger has no sale of it; `unknown`: neither a lead nor a sale has this id or
   * reference; `ambiguous`: several sales fit.
   */
  readonly result: 'matched' | 'missing_here' | 'amount_differs' | 'unknown' | 'ambiguous';
  readonly leadId?: string;
  /** The sale in the ledger. */
  readonly saleId?: string;
  /** What the ledger has for it, corrections included, in minor units of its currency. */
  readonly minor?: number;
  readonly currency?: string;
  /** The adjustment that was booked for the difference. */
  readonly entryId?: string;
  /** Why it cannot be compared or booked. */
  readonly why?: string;
}

const MOST_SALES = 50;

/** What the ledger has of the lead: the sale, if any, and the people's corrections of it. */
interface Known {
  readonly subject: LedgerSubject;
  readonly sale?: LedgerEntry;
  readonly corrections: readonly LedgerEntry[];
}

/**
 * Compares, and with `by` books what the ledger lacks as an adjustment, once for each content of `listed`, whoever
 * repeats it.
 */
export async function reconcileSale(
  core: Deps,
  tenantId: string,
  listed: ListedSale,
  by?: string,
): Promise<ReconciledSale> {
  const known = await find(core, tenantId, listed);
  if ('result' in known) return known;
  const { sale, corrections, subject } = known;
  const { leadId } = subject;
  const about = { leadId, ...(sale && { saleId: sale.entryId }) };
  if (sale && sale.currency !== listed.currency)
    return {
      ...about,
      result: 'amount_differs',
      minor: sale.minor,
      currency: sale.currency,
      why: 'the currencies differ, which only a person can correct',
    };
  const inCurrency = corrections.filter(({ currency }) => currency === listed.currency);
  const minor = inCurrency.reduce((sum, entry) => sum + entry.minor, sale?.minor ?? 0);
  const isKnown = sale !== undefined || inCurrency.length > 0;
  const has = { ...about, ...(isKnown && { minor, currency: listed.currency }) };
  if (isKnown && minor === listed.minor) return { ...has, result: 'matched' };
  const differs = { ...has, result: isKnown ? 'amount_differs' : 'missing_here' } as const;
  if (by === undefined || minor === listed.minor) return differs;
  const entry: LedgerEntry = {
    ...subject,
    entryId: `${leadId}.reconcile.${causeOf(listed)}`,
    type: 'adjustment',
    minor: listed.minor - minor,
    currency: listed.currency,
    occurredAt: now(core),
    note: noteOf(listed, isKnown ? minor : undefined),
    by,
  };
  const booked = await bookWords(core, tenantId, entry);
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
  const entries = await entriesOf(core, tenantId, leadId, clientId);
  const sales = entries.filter(({ type }) => type === 'sale');
  if (sales.length > 1) return ambiguous('the lead was sold several times; name the reference or the client');
  const [sale] = sales;
  if (sale) return { subject: subjectOfSale(sale), sale, corrections: withoutSales(entries) };
  const lead = await leads.find(leadId);
  if (!lead) return { result: 'unknown', why: 'there is no such lead' };
  if (lead.isTest) return { result: 'unknown', why: 'it is a test lead, and these earn nothing' };
  return { subject: subjectFor(lead, clientId), corrections: entries };
}

async function ofSale(core: Deps, tenantId: string, sale: LedgerEntry): Promise<Known> {
  const entries = await entriesOf(core, tenantId, sale.leadId, sale.clientId);
  const isOnly = entries.filter(({ type }) => type === 'sale').length === 1;
  const corrections = withoutSales(entries).filter(
    ({ submissionId }) => isOnly || submissionId === sale.submissionId,
  );
  return { subject: subjectOfSale(sale), sale, corrections };
}

async function entriesOf({ stores }: Deps, tenantId: string, leadId: string, clientId: string | undefined) {
  const entries = await stores.forTenant(tenantId).ledger.salesAndAdjustments(leadId);
  return clientId === undefined ? entries : entries.filter((entry) => entry.clientId === clientId);
}

function withoutSales(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.filter(({ type }) => type === 'adjustment');
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
  const amount = (of: number) => `${decimalAmount(of, currency)} ${currency}`;
  const here = had === undefined ? 'no sale' : amount(had);
  return `the buyer's list has ${amount(minor)} on ${day}, the ledger had ${here}`;
}
