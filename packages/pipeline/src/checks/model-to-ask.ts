/** Whether a language model is asked about a lead, by the configuration of its campaign, offer and tenant. */
import type { Campaign, SubmissionRecord } from '@sluice/contracts';
import { wantsModel, whetherToAsk, type WhetherToAsk } from '@sluice/domain';
import type { StoresFor } from '../core.js';

/** What is asked about the lead; undefined, with nothing read, for a campaign that wants no model. */
export async function modelToAsk(
  { stores }: StoresFor<'forTenant' | 'secrets'>,
  submission: SubmissionRecord,
  campaign: Campaign | undefined,
): Promise<WhetherToAsk | undefined> {
  if (!campaign || !wantsModel(campaign)) return undefined;
  const { tenantId } = submission;
  const [offer, isConfigured, isByPerson] = await Promise.all([
    stores.forTenant(tenantId).offers.cached(campaign.offerId),
    stores.secrets.isConfigured(tenantId, 'llm'),
    wasHeld({ stores }, submission),
  ]);
  return whetherToAsk(campaign, { offer, isConfigured, isByPerson });
}

// A person who lets a lead go on decides in place of the check that held it, and of no other.
async function wasHeld(
  { stores }: StoresFor<'forTenant'>,
  { tenantId, kind, predecessorId }: SubmissionRecord,
): Promise<boolean> {
  if (kind !== 'deliver' || predecessorId === undefined) return false;
  const before = await stores.forTenant(tenantId).submissions.find(predecessorId);
  return before?.reason === 'ai_unavailable';
}
