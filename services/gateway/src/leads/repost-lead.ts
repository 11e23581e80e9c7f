/** POST /api/v1/leads/{leadId}/repost (§4.2). */
import { repostLead as declared, type LeadData } from '@sluice/contracts';
import { mergeLead } from '@sluice/domain';
import { repostLead } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { found } from '../references/refuse-missing.js';
import { boundedData } from './bounded-data.js';
import { fieldNamesFor } from './field-names.js';

type Deps = Pick<GatewayDeps, 'stores' | 'intake'>;

export const repostLeadRoute = defineRoute(declared, async ({ params, body, tenant, ids }, deps: Deps) => {
  const { tenantId } = tenant;
  const lead = found(await deps.stores.forTenant(tenantId).leads.find(params.leadId));
  const newSubmissionId = ids.of('submission');
  const { modifiedPayload, campaignId, deliveryInfo } = body;
  const fields = await fieldNamesFor(modifiedPayload?.questionnaire, tenantId, deps.stores);
  await repostLead(deps, {
    lead,
    submissionId: newSubmissionId,
    campaignId,
    qualifiedWith:
      modifiedPayload && ((data: LeadData) => boundedData(mergeLead(data, modifiedPayload, fields))),
    deliveryInfo: deliveryInfo && { ...deliveryInfo, method: deliveryInfo.method || undefined },
  });
  return { newSubmissionId, leadId: lead.leadId, requiresQualification: modifiedPayload !== undefined };
});
