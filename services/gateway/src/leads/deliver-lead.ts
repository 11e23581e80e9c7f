/** POST /api/v1/leads/{leadId}/deliver (§4.2). */
import { deliverLead as declared } from '@sluice/contracts';
import { deliverLead } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { found } from '../references/refuse-missing.js';

type Deps = Pick<GatewayDeps, 'stores' | 'intake'>;

export const deliverLeadRoute = defineRoute(declared, async ({ params, body, tenant, ids }, deps: Deps) => {
  const lead = found(await deps.stores.forTenant(tenant.tenantId).leads.find(params.leadId));
  const newSubmissionId = ids.of('submission');
  await deliverLead(deps, { lead, submissionId: newSubmissionId }, body.campaignId);
  return { newSubmissionId, leadId: lead.leadId };
});
