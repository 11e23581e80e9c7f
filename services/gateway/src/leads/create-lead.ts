/** POST /api/v1/leads (§4.2): stores a lead without qualification or delivery. */
import { createLead } from '@sluice/contracts';
import { normaliseLead, searchWords } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { referenced } from '../references/refuse-missing.js';
import { fieldNamesFor } from './field-names.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake' | 'noteReceived'>;

export const createLeadRoute = defineRoute(createLead, async ({ body, tenant, ids, request }, deps: Deps) => {
  const { stores, intake, noteReceived } = deps;
  const { tenantId } = tenant;
  const campaign = referenced(
    'campaignId',
    await stores.forTenant(tenantId).campaigns.cached(body.campaignId),
  );
  const [leadId, submissionId] = [ids.of('lead'), ids.of('submission')];
  const data = normaliseLead(body, await fieldNamesFor(body.questionnaire, tenantId, stores));
  const search = searchWords(data);
  await intake.acceptNew({
    tenantId,
    leadId,
    submissionId,
    kind: 'import',
    campaign,
    data,
    search,
    isTest: body.isTest ?? false,
  });
  void noteReceived(tenantId, campaign.campaignId, request.id);
  return { leadId, submissionId };
});
