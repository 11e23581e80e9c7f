/** POST /api/v1/leads/{leadId}/move-to-campaign (§4.2): the only endpoint that answers a message without data. */
import { moveLead } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { found, referenced } from '../references/refuse-missing.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake' | 'noteReceived'>;

export const moveLeadRoute = defineRoute(
  moveLead,
  async ({ params, body, tenant, ids, request }, deps: Deps) => {
    const { stores, intake, noteReceived } = deps;
    const { tenantId } = tenant;
    const { leads, campaigns } = stores.forTenant(tenantId);
    const lead = found(await leads.find(params.leadId));
    const campaign = referenced('campaignId', await campaigns.find(body.campaignId));
    await intake.acceptFollowUp({
      tenantId,
      leadId: lead.leadId,
      submissionId: ids.of('submission'),
      kind: 'move',
      campaign,
    });
    noteReceived(tenantId, campaign, request.id);
    return `Lead moved to campaign ${campaign.campaignId}`;
  },
);
