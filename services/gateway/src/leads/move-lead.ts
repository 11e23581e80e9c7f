/** POST /api/v1/leads/{leadId}/move-to-campaign (§4.2): the only endpoint that answers a message without data. */
import { moveLead as declared } from '@sluice/contracts';
import { moveLead } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { found } from '../references/refuse-missing.js';

type Deps = Pick<GatewayDeps, 'stores' | 'intake' | 'noteReceived'>;

export const moveLeadRoute = defineRoute(
  declared,
  async ({ params, body: { campaignId }, tenant, ids, request }, deps: Deps) => {
    const lead = found(await deps.stores.forTenant(tenant.tenantId).leads.find(params.leadId));
    const placement = { lead, submissionId: ids.of('submission') };
    await moveLead(deps, placement, { campaignId, requestId: request.id });
    return `Lead moved to campaign ${campaignId}`;
  },
);
