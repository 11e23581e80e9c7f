/** POST /api/v1/returns. */
import { requestReturn } from '@sluice/contracts';
import { requestReturn as request, shownReturn, type ReturnDeps } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';

export const requestReturnRoute = defineRoute(
  requestReturn,
  async ({ body, tenant: { tenantId, prefix }, ids }, deps: ReturnDeps) =>
    shownReturn(await request(deps, tenantId, { ...body, returnId: ids.of('return'), by: prefix })),
);
