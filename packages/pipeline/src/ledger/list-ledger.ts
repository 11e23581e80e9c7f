/** A page of the ledger, and what its entries come to. */
import type { LedgerSum, ListLedgerQuery, ShownLedgerEntry } from '@sluice/contracts';
import { instantsFromTo } from '@sluice/domain';
import type { LedgerFilter } from '@sluice/store';
import type { StoresFor } from '../core.js';
import { shownEntry } from './shown-entry.js';

/** A page as it is answered; the cursor is that of the next page. */
export interface LedgerList {
  readonly entries: ShownLedgerEntry[];
  readonly nextCursor: string | null;
}

/** The page that a query asks for, newest first; days are those of the tenant's time zone. */
export async function listLedger(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  query: ListLedgerQuery,
  toOperator = false,
): Promise<LedgerList> {
  const filter = await filterOf(stores, tenantId, query);
  if (!filter) return { entries: [], nextCursor: null };
  const { ledger } = stores.forTenant(tenantId);
  const { entries, nextCursor } = await ledger.page(filter, query.limit, query.cursor);
  return { entries: entries.map((entry) => shownEntry(entry, toOperator)), nextCursor };
}

/** What narrows the ledger. */
type LedgerAsked = Omit<ListLedgerQuery, 'cursor' | 'limit'>;

/** The sums of all entries that the filters of a list match. */
export async function sumLedger(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  asked: LedgerAsked,
): Promise<readonly LedgerSum[]> {
  const filter = await filterOf(stores, tenantId, asked);
  return filter ? stores.forTenant(tenantId).ledger.sums(filter) : [];
}

// Undefined if a day, an instant or a type is none, which no entry matches.
async function filterOf(
  { tenants }: StoresFor<'tenants'>['stores'],
  tenantId: string,
  { from, to, type, leadId, campaignId, clientId, supplierId }: LedgerAsked,
): Promise<LedgerFilter | undefined> {
  if (from === null || to === null || type === null) return undefined;
  const zone = (await tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
  return {
    ...instantsFromTo(from, to, zone),
    type,
    leadId,
    campaignId,
    clientId,
    supplierId,
  };
}
