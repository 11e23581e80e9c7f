/** A page of returns, and what they come to. */
import type { ListReturnsQuery, ReturnRecord, ReturnSum, ShownReturn } from '@sluice/contracts';
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
  const filter = await filterOf(stores, tenantId, query);
  if (!filter) return { returns: [], nextCursor: null };
  const found = await stores.forTenant(tenantId).returns.page(filter, query.limit, query.cursor);
  return { returns: found.returns.map(shown), nextCursor: found.nextCursor };
}

/** The sums of all returns that the filters of a list match. */
export async function sumReturns(
  { stores }: StoresFor<'forTenant' | 'tenants'>,
  tenantId: string,
  asked: Omit<ReturnsAsked, 'cursor' | 'limit'>,
): Promise<readonly ReturnSum[]> {
  const filter = await filterOf(stores, tenantId, asked);
  return filter ? stores.forTenant(tenantId).returns.sums(filter) : [];
}

// Undefined if a day, an instant or a status is none, which no return matches.
async function filterOf(
  { tenants }: StoresFor<'tenants'>['stores'],
  tenantId: string,
  { status, clientId, campaignId, leadId, from, to }: Omit<ReturnsAsked, 'cursor' | 'limit'>,
): Promise<ReturnFilter | undefined> {
  if (from === null || to === null || status?.length === 0) return undefined;
  const zone = (await tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
  return {
    ...instantsFromTo(from, to, zone),
    status,
    clientId,
    placedCampaignId: campaignId,
    leadId,
  };
}
