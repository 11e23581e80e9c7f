/** GET /api/v1/offers/{offerId} (§4.6). */
import { getOffer } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { found } from '../references/refuse-missing.js';

type Deps = StoresFor<'forTenant'>;

export const getOfferRoute = defineRoute(getOffer, async ({ params, tenant }, { stores }: Deps) =>
  found(await stores.forTenant(tenant.tenantId).offers.find(params.offerId)),
);
