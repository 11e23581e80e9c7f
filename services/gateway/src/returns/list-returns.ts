/** GET /api/v1/returns. */
import { listReturns } from '@sluice/contracts';
import { listReturns as list, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';

export const listReturnsRoute = defineRoute(
  listReturns,
  async ({ query, tenant: { tenantId } }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    const page = await list(deps, tenantId, query);
    return { ...page, hasMore: page.nextCursor !== null };
  },
);
