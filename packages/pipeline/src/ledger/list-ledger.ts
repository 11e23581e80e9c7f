/** A page of the ledger. */
import type { ListLedgerQuery, ShownLedgerEntry } from '@sluice/contracts';
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
): Promise<LedgerList> {
  const zone = (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
  const filter = filterOf(query, zone);
  if (!filter) return { entries: [], nextCursor: null };
  const { entries, hasMore } = await stores
    .forTenant(tenantId)
    .ledger.page(filter, query.limit, query.cursor);
  return {
    entries: entries.map(shownEntry),
    nextCursor: hasMore ? (entries.at(-1)?.entryId ?? null) : null,
  };
}

// Undefined if a day, an instant or a type is none, which no entry matches.
function filterOf(
  { from, to, type, leadId, campaignId, clientId, supplierId }: ListLedgerQuery,
  zone: string,
): LedgerFilter | undefined {
  if (from === null || to === null || type === null) return undefined;
  return {
    ...instantsFromTo(from, to, zone),
    type,
    leadId,
    campaignId,
    clientId,
    supplierId,
  };
}
