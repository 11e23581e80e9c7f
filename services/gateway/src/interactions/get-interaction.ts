/** GET /api/v1/interactions/{interactionId} (§4.8). */
import { getInteraction } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { found } from '../references/refuse-missing.js';

type Deps = StoresFor<'forTenant'>;

export const getInteractionRoute = defineRoute(getInteraction, async ({ params, tenant }, { stores }: Deps) =>
  found(await stores.forTenant(tenant.tenantId).interactions.find(params.interactionId)),
);
