/** The conversation that a message belongs to (§4.3). */
import type { LeadRecord, SendSmsInput } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import { refused } from '../references/refuse-missing.js';
import type { Addressing } from './addressing.js';

/** A message that a request wants to have sent. */
export interface OutboundMessage {
  readonly body: SendSmsInput;
  readonly lead: LeadRecord;
  readonly addressing: Addressing;
  /** The id of its conversation, if that begins with it. */
  readonly newInteractionId: string;
}

/**
 * Answers the conversation that the request names, else the lead's open one, which begins as `newInteractionId` when
 * there is none. @throws ApiError VALIDATION_ERROR when the named one is no SMS conversation of the lead
 */
export async function conversationOf(
  { body, lead, addressing, newInteractionId }: OutboundMessage,
  { interactions }: Pick<TenantStores, 'interactions'>,
  now: Date,
): Promise<string> {
  const { interactionId } = body;
  const { leadId, campaignId } = lead;
  const { campaign, provider, from, to } = addressing;
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
