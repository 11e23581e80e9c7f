/**
 * The sale that a return is about: the last one of a lead, or the one that the buyer's reference belongs to; with a
 * client, among those to that client.
 */
import { ApiError, type LedgerEntry } from '@sluice/contracts';
import type { StoresFor } from '../core.js';
import { refusedReturn } from './refusals.js';

/** What a request names: one of lead and reference, and perhaps the client. */
export interface NamedSale {
  readonly leadId?: string | undefined;
  readonly reference?: string | undefined;
  readonly clientId?: string | undefined;
}

/** A sale, whose campaign and client are always known. */
export interface SoldLead extends LedgerEntry {
  readonly placedCampaignId: string;
  readonly clientId: string;
}

// Sales of one lead may share a reference, but not many do.
const SALES_OF_A_REFERENCE = 50;

/**
 * Finds the sale.
 * @throws ApiError NOT_FOUND for an unknown lead or reference; INVALID_STATE `ambiguous` if the reference belongs to
 * several leads, `not_placed` if the lead was not sold
 */
export async function saleToReturn(
  core: StoresFor<'forTenant'>,
  tenantId: string,
  named: NamedSale,
): Promise<SoldLead> {
  const sale =
    named.reference === undefined
      ? await saleOfLead(core, tenantId, named.leadId ?? '', named.clientId)
      : await saleOfReference(core, tenantId, named.reference, named.clientId);
  if (!sale || !isSold(sale)) throw refusedReturn('not_placed', 'the lead was not sold');
  return sale;
}

/** Whether the entry names the campaign and the client of a sale. */
export function isSold(entry: LedgerEntry): entry is SoldLead {
  return entry.placedCampaignId !== undefined && entry.clientId !== undefined;
}

async function saleOfLead(
  { stores }: StoresFor<'forTenant'>,
  tenantId: string,
  leadId: string,
  clientId: string | undefined,
): Promise<LedgerEntry | undefined> {
  const { leads, ledger } = stores.forTenant(tenantId);
  if (!(await leads.find(leadId))) throw new ApiError('NOT_FOUND', { details: ['leadId: does not exist'] });
  const sale = await ledger.lastSale(leadId, clientId);
  if (!sale && clientId !== undefined && (await ledger.lastSale(leadId)))
    throw refusedReturn('not_placed', 'the lead was not sold to this client');
  return sale;
}

async function saleOfReference(
  { stores }: StoresFor<'forTenant'>,
  tenantId: string,
  reference: string,
  clientId: string | undefined,
): Promise<LedgerEntry> {
  const sales = await stores.forTenant(tenantId).ledger.salesOf(reference, clientId, SALES_OF_A_REFERENCE);
  const [last] = sales;
  if (!last) throw new ApiError('NOT_FOUND', { details: ['reference: belongs to no sale'] });
  if (sales.some(({ leadId }) => leadId !== last.leadId))
    throw refusedReturn('ambiguous', 'the reference belongs to several leads; name the lead or the client');
  return last;
}
