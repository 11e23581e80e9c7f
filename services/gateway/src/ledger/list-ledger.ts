/** GET /api/v1/ledger. */
import { listLedger, type ListLedgerQuery } from '@sluice/contracts';
import { instantsFromTo } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/runtime';
import type { LedgerFilter } from '@sluice/store';
import { shownEntry } from './shown-entry.js';

type Deps = StoresFor<'forTenant' | 'tenants'>;

export const listLedgerRoute = defineRoute(
  listLedger,
  async ({ query, tenant: { tenantId } }, { stores }: Deps) => {
    const zone = (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
    const filter = filterOf(query, zone);
    const { ledger } = stores.forTenant(tenantId);
    const { entries, hasMore } = filter
      ? await ledger.page(filter, query.limit, query.cursor)
      : { entries: [], hasMore: false };
    return {
      entries: entries.map(shownEntry),
      nextCursor: hasMore ? (entries.at(-1)?.entryId ?? null) : null,
      hasMore,
    };
  },
);

// Undefined if a day, an instant or a type is none, which no entry matches.
function filterOf(
  { from, to, type, leadId, campaignId, clientId, supplierId }: ListLedgerQuery,
  zone: string,
): LedgerFilter | undefined {
  if (from === null || to === null || type === null) return undefined;
  return {
    ...instantsFromTo(from, to, zone),
    ...(type !== undefined && { type }),
    ...(leadId !== undefined && { leadId }),
    ...(campaignId !== undefined && { campaignId }),
    ...(clientId !== undefined && { clientId }),
    ...(supplierId !== undefined && { supplierId }),
  };
}
