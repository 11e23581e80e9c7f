/**
 * A message that a lead wrote: appended to the conversation of the newest lead with that number, and notified. What
 * opts out of messages, or in again, takes effect for any number.
 */
import type { LeadRecord, SmsMessage } from '@sluice/contracts';
import {
  identifyingPhone,
  inboundText,
  optOutIntent,
  searchTerms,
  smsAgentOf,
  smsNumber,
} from '@sluice/domain';
import {
  eraseAgain,
  now,
  notifyOf,
  type ReportsFor,
  type StoresFor,
  type LeadEffectDeps,
} from '@sluice/pipeline';
import type { SmsCallback } from '@sluice/providers';
import type { TenantReports } from '@sluice/reports';
import type { TenantStores } from '@sluice/store';
import type { Caller } from './caller.js';
import { ownMessageId } from './own-message-id.js';

type Inbound = Extract<SmsCallback, { kind: 'inbound' }>;

/** A message that is not stored yet. */
interface NewMessage {
  readonly caller: Caller;
  /** `from` in the spelling in which numbers are compared. */
  readonly inbound: Inbound;
  readonly lead: LeadRecord;
  readonly messageId: `msg_${string}`;
}

/** Stores a message and notifies its receivers. Repeatable: a message that the vendor sends twice is stored once. */
export async function takeInboundMessage(
  core: LeadEffectDeps & ReportsFor<'forTenant'>,
  caller: Caller,
  received: Inbound,
): Promise<void> {
  const { tenantId, provider } = caller;
  const from = smsNumber(received.from);
  const inbound = { ...received, from };
  const stores = core.stores.forTenant(tenantId);
  const messageId = ownMessageId(provider, inbound.vendorMessageId);
  // The vendor knows the keywords of the tenant's account; it blocks messages, or lets them through, by its own.
  const intent = inbound.intent ?? optOutIntent(inbound.text);
  if (intent === 'stop') await stores.messages.optOut(from, messageId, now(core));
  if (intent === 'start') await stores.messages.optIn(from, messageId, now(core));

  const withoutLead = () => core.log.info('inbound sms from a number without a lead', { tenantId, provider });
  const lead = await newestLeadOf(core.reports.forTenant(tenantId), from);
  if (!lead) return withoutLead();
  const known = await stores.messages.find(messageId);
  const message = known ?? (await begin(core, stores, { caller, inbound, lead, messageId }));
  await keep(core, stores, message);
  if (await eraseAgain(core, lead)) return withoutLead();
  const { interactionId } = message;
  const { leadId, lastSubmissionId: submissionId, campaignId } = lead;
  await notifyOf(core, { tenantId, leadId, submissionId, campaignId, effectId: messageId }, 'sms.received', {
    messageId,
    interactionId,
    provider,
    from,
    to: inbound.to,
    message: message.message,
    ...(message.media && { media: message.media }),
    ...((intent === 'stop' || intent === 'start') && { optOut: intent === 'stop' }),
  });
  await eraseAgain(core, lead, messageId);
}

async function begin(
  core: StoresFor<'clock'>,
  { campaigns, interactions }: Pick<TenantStores, 'campaigns' | 'interactions'>,
  { caller, inbound, lead, messageId }: NewMessage,
): Promise<SmsMessage> {
  const { provider } = caller;
  const { vendorMessageId, from, to, text, media = [] } = inbound;
  const { leadId, campaignId, clientId, offerId } = lead;
  const at = now(core);
  const campaign = await campaigns.cached(campaignId);
  const interactionId = await interactions.openConversation(
    {
      interactionId: messageId.replace(/^msg/, 'int'),
      leadId,
      campaignId,
      ...(clientId !== undefined && { clientId }),
      ...(offerId !== undefined && { offerId }),
      type: 'sms',
      status: 'in_progress',
      phone: from,
      telephony: { provider, ...(to !== '' && { phoneNumber: to }) },
      sms: { agentMode: smsAgentOf(campaign, lead.isTest) !== undefined, direction: 'inbound' },
    },
    at,
  );
  return {
    messageId,
    leadId,
    interactionId,
    campaignId,
    direction: 'inbound',
    provider,
    providerMessageId: vendorMessageId,
    to,
    from,
    message: inboundText(text, media),
    media: media.length > 0 ? [...media] : undefined,
    status: 'received',
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
}

async function keep(
  core: StoresFor<'clock'>,
  { messages, interactions }: Pick<TenantStores, 'interactions' | 'messages'>,
  message: SmsMessage,
): Promise<void> {
  const { messageId, interactionId, provider, to, media, createdAt: timestamp } = message;
  await messages.add(message);
  const said = { timestamp, role: 'lead', message: message.message, source: 'inbound', messageId } as const;
  const telephony = { provider, phoneNumber: to !== '' ? to : undefined, messageId };
  await interactions.append(interactionId, { ...said, media }, telephony, now(core));
}

const LOOKED_AT = 20;

// A search word may occur in the spelling of another number, so the numbers themselves are compared.
async function newestLeadOf(
  { leads }: Pick<TenantReports, 'leads'>,
  number: string,
): Promise<LeadRecord | undefined> {
  const found = await leads.page({ terms: searchTerms(number) }, LOOKED_AT);
  return found.leads.find(({ data }) => identifyingPhone(data) === number);
}
