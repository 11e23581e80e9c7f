/** GET /api/v1/interactions/lead/{leadId} (§4.8). */
import { listLeadInteractions } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import { found } from '../references/refuse-missing.js';

type Deps = StoresFor<'forTenant'>;

export const listLeadInteractionsRoute = defineRoute(
  listLeadInteractions,
  async ({ params, tenant }, { stores }: Deps) => {
    const { leads, interactions } = stores.forTenant(tenant.tenantId);
    const { leadId } = found(await leads.find(params.leadId));
    return { interactions: [...(await interactions.ofLead(leadId))] };
  },
);
