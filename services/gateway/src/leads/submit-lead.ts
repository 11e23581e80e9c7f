/** POST /api/v1/leads/submit (§4.2): accepts a new lead, or submits a known one again. */
import { submitLead, type Campaign, type SubmitLeadInput } from '@sluice/contracts';
import { mergeLead, normaliseLead, searchWords } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { referenced } from '../references/refuse-missing.js';
import { boundedData } from './bounded-data.js';
import { fieldNamesFor } from './field-names.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake' | 'noteReceived'>;

export const submitLeadRoute = defineRoute(submitLead, async ({ body, tenant, ids, request }, deps: Deps) => {
  const { tenantId } = tenant;
  const { campaigns } = deps.stores.forTenant(tenantId);
  const campaign = referenced('campaignId', await campaigns.cached(body.campaignId));
  const submissionId = ids.of('submission');
  const leadId = body.leadId ?? ids.of('lead');
  const submitted = { tenantId, leadId, submissionId, campaign, body };
  await (body.leadId === undefined ? acceptNew(submitted, deps) : acceptAgain(submitted, deps));
  void deps.noteReceived(tenantId, campaign.campaignId, request.id);
  return { leadId, submissionId, status: 'pending' as const };
});

interface Submitted {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly campaign: Campaign;
  readonly body: SubmitLeadInput;
}

async function acceptNew({ body, ...submitted }: Submitted, { stores, intake }: Deps): Promise<void> {
  const fields = await fieldNamesFor(body.questionnaire, submitted.tenantId, stores);
  const data = normaliseLead(body, fields);
  const search = searchWords(data);
  await intake.acceptNew({ ...submitted, kind: 'submit', data, search, isTest: body.isTest ?? false });
}

async function acceptAgain({ body, ...submitted }: Submitted, { stores, intake }: Deps): Promise<void> {
  const { tenantId, leadId } = submitted;
  referenced('leadId', await stores.forTenant(tenantId).leads.find(leadId));
  const fields = await fieldNamesFor(body.questionnaire, tenantId, stores);
  await intake.acceptFollowUp({
    ...submitted,
    kind: 'submit',
    dataAfter: ({ data }) => boundedData(mergeLead(data, body, fields)),
    isTest: body.isTest,
  });
}
