/** Events sent by webhook. Their destination and signature are decided at every attempt, not here. */
import {
  dataFieldNames,
  rowOf,
  type LeadData,
  type NewEffect,
  type WebhookEvent,
  type WebhookMessage,
} from '@sluice/contracts';
import { webhookMessage } from '../webhooks/webhook-message.js';
import { wantsEvent, webhookTarget } from '../webhooks/webhook-target.js';
import { effectOf, type EffectContext } from './effect-context.js';
import { submissionKey } from './effect-key.js';
import { referencesOf } from './references.js';

/** How an event is sent. */
export interface WebhookOccasion {
  readonly event: WebhookEvent;
  /** Makes the event's data; called only if a receiver wants the event. */
  readonly data: () => Readonly<Record<string, unknown>>;
  /** The key of the effect; by default one per submission and event. */
  readonly effectId?: string;
}

/** The event for the campaign's webhook; none if no receiver wants it. */
export function webhookEffects(context: EffectContext, occasion: WebhookOccasion): NewEffect[] {
  const { event, effectId = submissionKey(context.submissionId, event, 'webhook') } = occasion;
  const target = webhookTarget(context.campaign, context.tenantSettings);
  if (target.kind === 'none' || !wantsEvent(target, event)) return [];
  const eventId = context.mintEventId();
  const message = messageOf(context, { event, data: occasion.data() }, eventId);
  return [effectOf(context, { effectId, kind: 'webhook', trigger: event, eventId, body: { message } })];
}

/** The message of an event in this context, with the lead's source, the campaign's references and the mark of a test lead. */
export function messageOf(
  context: EffectContext,
  { event, data }: { readonly event: WebhookEvent; readonly data: Readonly<Record<string, unknown>> },
  eventId: string,
): WebhookMessage {
  const { tenantId, leadCampaignId, submissionId, facts, now } = context;
  const references = referencesOf(context.campaign);
  const { isTest, supplierId, subIds } = facts;
  const marked = {
    ...data,
    ...(supplierId !== undefined && { supplierId }),
    ...(subIds && { subIds }),
    ...(references && { references }),
    ...(isTest && { isTest: true }),
  };
  return webhookMessage({
    eventId,
    event,
    tenantId,
    submissionId,
    data: marked,
    at: now,
    campaignId: leadCampaignId,
    leadId: facts.leadId,
  });
}

const named = dataFieldNames.filter((name) => rowOf(name).receivers.includes('webhooks'));

/** The person as named in events; answers and attribution are left out. */
export function contactData(data: LeadData): Record<string, unknown> {
  const given = named.map((name) => [name, data[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
