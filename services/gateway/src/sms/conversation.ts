/** The conversation that a message belongs to (§4.3). */
import type { LeadRecord, SendSmsInput } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import { refused } from '../references/refuse-missing.js';
import type { Addressing } from './addressing.js';

/**
 * Answers the conversation that the request names, else the lead's open one, which begins as `newInteractionId` when
 * there is none. @throws ApiError VALIDATION_ERROR when the named one is no SMS conversation of the lead
 */
export async function conversationOf(
  { interactionId }: SendSmsInput,
  { leadId, campaignId }: LeadRecord,
  { campaign, provider, from, to }: Addressing,
  newInteractionId: string,
  { interactions }: TenantStores,
  now: Date,
): Promise<string> {
  if (interactionId !== undefined) {
    const named = await interactions.find(interactionId);
    if (named?.leadId !== leadId) throw refused('interactionId', 'does not exist');
    if (named.type !== 'sms') throw refused('interactionId', 'is not an SMS conversation');
    return interactionId;
  }
  return interactions.openConversation(
    {
      interactionId: newInteractionId,
      leadId,
      campaignId: campaign?.campaignId ?? campaignId,
      ...(campaign && { clientId: campaign.clientId, offerId: campaign.offerId }),
      type: 'sms',
      status: 'in_progress',
      phone: to,
      telephony: { provider, ...(from !== undefined && { phoneNumber: from }) },
      sms: { agentMode: false, direction: 'outbound' },
    },
    now,
  );
}
