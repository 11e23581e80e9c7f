/** The conversation that a message belongs to (§4.3). */
import type { LeadRecord, SendSmsInput } from '@sluice/contracts';
import { smsAgentOf } from '@sluice/domain';
import type { TenantStores } from '@sluice/store';
import { refused } from '../references/refuse-missing.js';
import type { Addressing } from './addressing.js';

/** An outbound message that a request asked for. */
export interface OutboundMessage {
  readonly body: SendSmsInput;
  readonly lead: LeadRecord;
  readonly addressing: Addressing;
  /** The id of the conversation if the message opens one. */
  readonly newInteractionId: string;
}

/**
 * Returns the conversation that the request names, or else the lead's open one. If the lead has none, one is opened as
 * `newInteractionId`.
 * @throws ApiError VALIDATION_ERROR if the named conversation is no SMS conversation of the lead
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
      sms: { agentMode: smsAgentOf(campaign, lead.isTest) !== undefined, direction: 'outbound' },
    },
    now,
  );
}
