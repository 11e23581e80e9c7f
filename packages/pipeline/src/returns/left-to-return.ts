/** What is left of the sale of a return, read from the ledger. */
import { leftOfSale } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import type { ReturnOfSale } from './return-of-sale.js';

/** What the return takes back now, in minor units; undefined if of a sale with a price nothing is left. */
export async function leftToReturn(
  { stores }: StoresFor<'forTenant'>,
  tenantId: string,
  record: ReturnOfSale,
): Promise<number | undefined> {
  const { leadId, submissionId, clientId } = record;
  const entries = await stores.forTenant(tenantId).ledger.salesOfLead(leadId);
  const sale = entries.find(
    (entry) => entry.type === 'sale' && entry.submissionId === submissionId && entry.clientId === clientId,
  );
  return leftOfSale(sale ?? record, entries);
}
