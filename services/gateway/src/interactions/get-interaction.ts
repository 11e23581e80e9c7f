/** GET /api/v1/interactions/{interactionId} (§4.8). */
import { getInteraction } from '@sluice/contracts';
import { defineRoute } from '@sluice/runtime';
import type { Deps } from '../deps.js';
import { found } from '../references/refuse-missing.js';

export const getInteractionRoute = defineRoute(getInteraction, async ({ params, tenant }, { stores }: Deps) =>
  found(await stores.forTenant(tenant.tenantId).interactions.find(params.interactionId)),
);
