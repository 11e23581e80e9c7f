/** POST /api/v1/offers (§4.6). */
import { createOffer } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { byKey } from '../references/by-key.js';
import { refused } from '../references/refuse-missing.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

export const createOfferRoute = defineRoute(createOffer, async ({ body, tenant, ids }, { stores }: Deps) => {
  const { offers } = stores.forTenant(tenant.tenantId);
  const at = stores.clock.now().toISOString();
  const offerId = body.offerId ?? ids.of('offer');
  const item = { ...body, offerId, createdAt: at, updatedAt: at };
  const offer = await offers.add(offerId, item, ids.seed, byKey(tenant));
  if (!offer) throw refused('offerId', 'already in use');
  return offer;
});
