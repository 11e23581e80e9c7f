/** PATCH /api/v1/offers/{offerId} (§4.6). */
import { updateOffer } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { byKey } from '../references/by-key.js';
import { found } from '../references/refuse-missing.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

export const updateOfferRoute = defineRoute(
  updateOffer,
  async ({ params, body, tenant }, { stores }: Deps) => {
    const { archivedAt, ...changes } = body;
    const fields = {
      ...changes,
      // An undefined field is removed, so `archivedAt: null` reactivates the offer.
      ...(archivedAt !== undefined && { archivedAt: archivedAt ?? undefined }),
      updatedAt: stores.clock.now().toISOString(),
    };
    const { offers } = stores.forTenant(tenant.tenantId);
    const changed = await offers.change(params.offerId, fields, byKey(tenant));
    return found(changed);
  },
);
