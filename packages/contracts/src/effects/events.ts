/** The names of the events that campaigns are notified of by webhook, and of the points at which pixels fire. */

export const webhookEvents = [
  'lead.created',
  'lead.qualified',
  'lead.disqualified',
  'lead.duplicate',
  'lead.queued',
  'lead.first_submission_action',
  'lead.refused',
  'lead.delivered',
  'lead.rejected',
  'lead.failed',
  'lead.returned',
  'sms.sent',
  'sms.failed',
  'sms.received',
  'interaction.recorded',
  'file.updated',
  'pixel.fired',
  'document.requested',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const pixelTriggers = [
  'lead_submitted',
  'lead_qualified',
  'lead_delivered',
  'lead_rejected',
  'document_signed',
] as const;
export type PixelTrigger = (typeof pixelTriggers)[number];

/** A webhook's body on the wire (Standard Webhooks 1.0.0). */
export interface WebhookMessage {
  readonly id: string;
  readonly type: WebhookEvent;
  /** ISO 8601, when it happened. */
  readonly timestamp: string;
  readonly tenantId: string;
  readonly campaignId: string;
  readonly leadId: string;
  readonly submissionId: string;
  readonly data: Readonly<Record<string, unknown>>;
}
