/** GET /api/v1/returns. */
import { listReturns, type ListReturnsQuery } from '@sluice/contracts';
import { instantsFromTo } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/runtime';
import type { ReturnFilter } from '@sluice/store';
import { shownReturn } from './shown-return.js';

type Deps = StoresFor<'forTenant' | 'tenants'>;

export const listReturnsRoute = defineRoute(
  listReturns,
  async ({ query, tenant: { tenantId } }, { stores }: Deps) => {
    const zone = (await stores.tenants.cached(tenantId))?.settings.timezone ?? 'UTC';
    const filter = filterOf(query, zone);
    const { returns, hasMore } = filter
      ? await stores.forTenant(tenantId).returns.page(filter, query.limit, query.cursor)
      : { returns: [], hasMore: false };
    return {
      returns: returns.map(shownReturn),
      nextCursor: hasMore ? (returns.at(-1)?.returnId ?? null) : null,
      hasMore,
    };
  },
);

// Undefined if a day, an instant or a status is none, which no return matches.
function filterOf(
  { status, clientId, campaignId, from, to }: ListReturnsQuery,
  zone: string,
): ReturnFilter | undefined {
  if (from === null || to === null || status === null) return undefined;
  return {
    ...instantsFromTo(from, to, zone),
    ...(status !== undefined && { status }),
    ...(clientId !== undefined && { clientId }),
    ...(campaignId !== undefined && { placedCampaignId: campaignId }),
  };
}
