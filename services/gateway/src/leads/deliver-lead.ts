/** POST /api/v1/leads/{leadId}/deliver (§4.2). */
import { deliverLead, refuseUnapproved } from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { found, referenced } from '../references/refuse-missing.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake'>;

export const deliverLeadRoute = defineRoute(
  deliverLead,
  async ({ params, body, tenant, ids }, { stores, intake }: Deps) => {
    const { tenantId } = tenant;
    const { leads, campaigns } = stores.forTenant(tenantId);
    const lead = found(await leads.find(params.leadId));
    const campaign = referenced('campaignId', await campaigns.find(body.campaignId));
    const newSubmissionId = ids.of('submission');
    await intake.acceptFollowUp({
      tenantId,
      leadId: lead.leadId,
      submissionId: newSubmissionId,
      kind: 'deliver',
      campaign,
      refuse: refuseUnapproved,
    });
    return { newSubmissionId, leadId: lead.leadId };
  },
);
