/** GET /api/v1/ledger. */
import { listLedger } from '@sluice/contracts';
import { listLedger as list, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';

export const listLedgerRoute = defineRoute(
  listLedger,
  async ({ query, tenant: { tenantId } }, deps: StoresFor<'forTenant' | 'tenants'>) => {
    const page = await list(deps, tenantId, query);
    return { ...page, hasMore: page.nextCursor !== null };
  },
);
