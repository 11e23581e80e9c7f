/**
 * A message that a lead wrote: appended to the conversation of the newest lead with that number, and notified. A
 * keyword that opts out of messages, or in again, takes effect for any number.
 */
import type { LeadRecord, SmsMessage } from '@sluice/contracts';
import { identifyingPhone, optOutIntent, searchTerms } from '@sluice/domain';
import { eraseAgain, now, notifyOf, type StoresFor, type LeadEffectDeps } from '@sluice/pipeline';
import type { SmsCallback } from '@sluice/providers';
import type { TenantStores } from '@sluice/store';
import { createHash } from 'node:crypto';
import type { Caller } from './caller.js';

type Inbound = Extract<SmsCallback, { kind: 'inbound' }>;

/** A message that is not stored yet. `id` is the part that its own id shares with the id of a new conversation. */
interface NewMessage {
  readonly caller: Caller;
  readonly inbound: Inbound;
  readonly lead: LeadRecord;
  readonly id: string;
}

/** Stores a message and notifies its receivers. Repeatable: a message that the vendor sends twice is stored once. */
export async function takeInboundMessage(
  core: LeadEffectDeps,
  caller: Caller,
  inbound: Inbound,
): Promise<void> {
  const { tenantId, provider } = caller;
  const { from, to, text, vendorMessageId } = inbound;
  const stores = core.stores.forTenant(tenantId);
  const id = ownId(provider, vendorMessageId);
  const messageId = `msg_${id}`;
  const intent = optOutIntent(text);
  if (intent === 'stop') await stores.messages.optOut(from, messageId, now(core));
  if (intent === 'start') await stores.messages.optIn(from, messageId, now(core));

  const withoutLead = () => core.log.info('inbound sms from a number without a lead', { tenantId, provider });
  const lead = await newestLeadOf(stores, from);
  if (!lead) return withoutLead();
  const known = await stores.messages.find(messageId);
  const message = known ?? (await begin(core, stores, { caller, inbound, lead, id }));
  await keep(core, stores, message);
  if (await eraseAgain(core, lead)) return withoutLead();
  const { interactionId } = message;
  const { leadId, lastSubmissionId: submissionId, campaignId } = lead;
  await notifyOf(core, { tenantId, leadId, submissionId, campaignId, effectId: messageId }, 'sms.received', {
    messageId,
    interactionId,
    provider,
    from,
    to,
    message: text,
    ...((intent === 'stop' || intent === 'start') && { optOut: intent === 'stop' }),
  });
  await eraseAgain(core, lead, messageId);
}

async function begin(
  core: StoresFor<'clock'>,
  { interactions }: Pick<TenantStores, 'interactions'>,
  { caller, inbound, lead, id }: NewMessage,
): Promise<SmsMessage> {
  const { provider } = caller;
  const { vendorMessageId, from, to, text } = inbound;
  const { leadId, campaignId, clientId, offerId } = lead;
  const at = now(core);
  const interactionId = await interactions.openConversation(
    {
      interactionId: `int_${id}`,
      leadId,
      campaignId,
      ...(clientId !== undefined && { clientId }),
      ...(offerId !== undefined && { offerId }),
      type: 'sms',
      status: 'in_progress',
      phone: from,
      telephony: { provider, phoneNumber: to },
      sms: { agentMode: false, direction: 'inbound' },
    },
    at,
  );
  return {
    messageId: `msg_${id}`,
    leadId,
    interactionId,
    campaignId,
    direction: 'inbound',
    provider,
    providerMessageId: vendorMessageId,
    to,
    from,
    message: text,
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
  const {
    messageId,
    interactionId,
    provider,
    to: phoneNumber,
    message: text,
    createdAt: timestamp,
  } = message;
  await messages.add(message);
  const entry = { timestamp, role: 'lead', message: text, source: 'inbound', messageId } as const;
  await interactions.append(interactionId, entry, { provider, phoneNumber, messageId }, now(core));
}

// Derived from the vendor's id, so that a repeated message gets the same id here.
function ownId(provider: string, vendorMessageId: string): string {
  return createHash('sha256')
    .update(`${provider}/${vendorMessageId}`)
    .digest('hex')
    .slice(0, 26)
    .toUpperCase();
}

const LOOKED_AT = 20;

// A search word may occur in the spelling of another number, so the numbers themselves are compared.
async function newestLeadOf(
  { leads }: Pick<TenantStores, 'leads'>,
  number: string,
): Promise<LeadRecord | undefined> {
  const found = await leads.page({ terms: searchTerms(number) }, LOOKED_AT);
  return found.leads.find(({ data }) => identifyingPhone(data) === number);
}
