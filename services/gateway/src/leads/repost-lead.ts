/** POST /api/v1/leads/{leadId}/repost (§4.2). */
import {
  ApiError,
  refuseUnlessRepostable,
  repostLead,
  type Campaign,
  type DeliveryInfo,
  type LeadRecord,
  type RepostLeadInput,
} from '@sluice/contracts';
import { mergeLead } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { TenantStores } from '@sluice/store';
import type { GatewayDeps } from '../deps.js';
import { found, referenced } from '../references/refuse-missing.js';
import { boundedData } from './bounded-data.js';
import { fieldNamesFor } from './field-names.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake'>;

export const repostLeadRoute = defineRoute(
  repostLead,
  async ({ params, body, tenant, ids }, { stores, intake }: Deps) => {
    const { tenantId } = tenant;
    const mine = stores.forTenant(tenantId);
    const lead = found(await mine.leads.find(params.leadId));
    const campaign = await campaignOf(body, lead, mine);
    const { leadId } = lead;
    const newSubmissionId = ids.of('submission');
    const { modifiedPayload } = body;
    const fields = await fieldNamesFor(modifiedPayload?.questionnaire, tenantId, stores);
    await intake.acceptFollowUp({
      tenantId,
      leadId,
      submissionId: newSubmissionId,
      kind: 'repost',
      campaign,
      // Of two concurrent reposts one gets the lead; the other is refused because the lead is in progress, or has
      // ended.
      refuse: refuseUnlessRepostable,
      ...(modifiedPayload
        ? { dataAfter: ({ data }) => boundedData(mergeLead(data, modifiedPayload, fields)) }
        : retryOf(lead, body)),
    });
    return { newSubmissionId, leadId, requiresQualification: modifiedPayload !== undefined };
  },
);

async function campaignOf(
  { campaignId, modifiedPayload }: RepostLeadInput,
  lead: LeadRecord,
  { campaigns }: Pick<TenantStores, 'campaigns'>,
): Promise<Campaign> {
  const named =
    campaignId === undefined ? undefined : referenced('campaignId', await campaigns.find(campaignId));
  // A simple retry goes to the lead's previous destination, whatever campaign the request names.
  if (named && modifiedPayload) return named;
  const own = await campaigns.find(lead.campaignId);
  if (!own) throw new ApiError('INVALID_STATE', { message: 'The campaign of the lead no longer exists' });
  return own;
}

function retryOf(
  { lastSubmissionId }: LeadRecord,
  { deliveryInfo }: RepostLeadInput,
): { readonly retryOf: string; readonly deliveryInfo?: DeliveryInfo } {
  if (!deliveryInfo) return { retryOf: lastSubmissionId };
  const { url, method, headers, body } = deliveryInfo;
  return {
    retryOf: lastSubmissionId,
    deliveryInfo: { url, body, method: method || undefined, headers },
  };
}
