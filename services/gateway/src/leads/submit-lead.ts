/** POST /api/v1/leads/submit (§4.2): accepts a new lead, or submits a known one again. */
import { maySendTo, submitLead, type Campaign, type SubmitLeadInput, type Supplier } from '@sluice/contracts';
import { mergeLead, normaliseLead, searchWords } from '@sluice/domain';
import type { StoresFor } from '@sluice/pipeline';
import { defineRoute, type RouteCall } from '@sluice/http';
import type { GatewayDeps } from '../deps.js';
import { referenced } from '../references/refuse-missing.js';
import { boundedData } from './bounded-data.js';
import { fieldNamesFor } from './field-names.js';

type Deps = StoresFor<'forTenant'> & Pick<GatewayDeps, 'intake' | 'noteReceived'>;

const route = defineRoute(submitLead, async ({ body, tenant, ids, request }, deps: Deps) => {
  const { tenantId, supplier } = tenant;
  const { campaigns } = deps.stores.forTenant(tenantId);
  const campaign = referenced('campaignId', await campaigns.cached(body.campaignId));
  const submissionId = ids.of('submission');
  const leadId = body.leadId ?? ids.of('lead');
  const submitted = { tenantId, leadId, submissionId, campaign, supplier, body };
  await (body.leadId === undefined ? acceptNew(submitted, deps) : acceptAgain(submitted, deps));
  void deps.noteReceived(tenantId, campaign.campaignId, request.id);
  return { leadId, submissionId, status: 'pending' as const };
});

/** A supplier sends new leads only, and only to its campaigns, of which it is not told which others there are. */
export const submitLeadRoute: typeof route = {
  ...route,
  forbids: ({ leadId, campaignId }, supplier) =>
    leadId !== undefined || (typeof campaignId === 'string' && !maySendTo(supplier, campaignId)),
  sameAs: async ({ body, tenant }: RouteCall<typeof submitLead>, { stores }) => {
    const { tenantId, supplier, prefix } = tenant;
    const campaign = await stores.forTenant(tenantId).campaigns.cached(body.campaignId);
    const { sameRequestSeconds = 0 } = campaign?.settings ?? {};
    if (body.leadId !== undefined || sameRequestSeconds === 0) return undefined;
    const fields = await fieldNamesFor(body.questionnaire, tenantId, stores);
    const { firstName, lastName, email, phone, address, dateOfBirth, ...more } = normaliseLead(body, fields);
    return {
      of: [
        supplier?.supplierId ?? prefix,
        body.campaignId,
        { firstName, lastName, email, phone, address, dateOfBirth },
        [more.questionnaire, more.unmatchedAnswers, more.customFields, isTestLead(body, supplier)],
      ],
      forMs: sameRequestSeconds * 1_000,
    };
  },
};

function isTestLead({ isTest = false }: SubmitLeadInput, supplier: Supplier | undefined): boolean {
  return supplier?.status === 'test' || isTest;
}

interface Submitted {
  readonly tenantId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly campaign: Campaign;
  readonly supplier: Supplier | undefined;
  readonly body: SubmitLeadInput;
}

async function acceptNew(
  { body, supplier, ...submitted }: Submitted,
  { stores, intake }: Deps,
): Promise<void> {
  const fields = await fieldNamesFor(body.questionnaire, submitted.tenantId, stores);
  const data = normaliseLead(body, fields);
  const search = searchWords(data);
  await intake.acceptNew({
    ...submitted,
    kind: 'submit',
    data,
    search,
    isTest: isTestLead(body, supplier),
    supplierId: supplier?.supplierId,
  });
}

async function acceptAgain(
  { body, supplier: _supplier, ...submitted }: Submitted,
  { stores, intake }: Deps,
): Promise<void> {
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
