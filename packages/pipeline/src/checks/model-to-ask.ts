/** Whether a language model is asked about a lead, by the configuration of its campaign, offer and tenant. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import { wantsModel, whetherToAsk, type WhetherToAsk } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { checksByPerson } from './check-by-person.js';

/** What is asked about the lead; undefined, with nothing read, for a campaign that wants no model. */
export async function modelToAsk(
  { stores }: StoresFor<'forTenant' | 'secrets'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
): Promise<WhetherToAsk | undefined> {
  if (!campaign || !wantsModel(campaign)) return undefined;
  const { tenantId } = submission;
  const [offer, isConfigured, byPerson] = await Promise.all([
    stores.forTenant(tenantId).offers.cached(campaign.offerId),
    stores.secrets.isConfigured(tenantId, 'llm'),
    checksByPerson({ stores }, submission),
  ]);
  return whetherToAsk(campaign, { offer, isConfigured, isByPerson: byPerson.has('llm') });
}
