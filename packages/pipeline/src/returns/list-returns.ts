/** A page of returns. */
import type { ListReturnsQuery, ReturnRecord, ShownReturn } from '@sluice/contracts';
import { instantsFromTo } from '@sluice/domain';
import type { ReturnFilter } from '@sluice/store';
import type { StoresFor } from '../core.js';
import { shownReturn } from './shown-return.js';

/** What narrows a list; the interface does not ask for the returns of one lead. */
export interface ReturnsAsked extends ListReturnsQuery {
  readonly leadId?: string | undefined;
}

/** A page as it is answered; the cursor is that of the next page. */
export interface ReturnList {
  readonly returns: ShownReturn[];
  readonly nextCursor: string | null;
}

/** The page that a query asks for, newest first; days are those of the tenant's time zone. */
export async function listReturns(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  query: ReturnsAsked,
  shown: (record: ReturnRecord) => ShownReturn = shownReturn,
): Promise<ReturnList> {
  const zone = (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
  const filter = filterOf(query, zone);
  if (!filter) return { returns: [], nextCursor: null };
  const { returns, hasMore } = await stores
    .forTenant(tenantId)
    .returns.page(filter, query.limit, query.cursor);
  return {
    returns: returns.map(shown),
    nextCursor: hasMore ? (returns.at(-1)?.returnId ?? null) : null,
  };
}

// Undefined if a day, an instant or a status is none, which no return matches.
function filterOf(
  { status, clientId, campaignId, leadId, from, to }: ReturnsAsked,
  zone: string,
): ReturnFilter | undefined {
  if (from === null || to === null || status?.length === 0) return undefined;
  return {
    ...instantsFromTo(from, to, zone),
    status,
    clientId,
    placedCampaignId: campaignId,
    leadId,
  };
}
