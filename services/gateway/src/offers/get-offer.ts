/** GET /api/v1/offers/{offerId} (§4.6). */
import { getOffer } from '@sluice/contracts';
import { defineRoute } from '@sluice/runtime';
import type { Deps } from '../deps.js';
import { found } from '../references/refuse-missing.js';

export const getOfferRoute = defineRoute(getOffer, async ({ params, tenant }, { stores }: Deps) =>
  found(await stores.forTenant(tenant.tenantId).offers.find(params.offerId)),
);
