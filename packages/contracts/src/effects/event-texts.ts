/** When each event is sent, and what its `data` holds: an example of every field that may stand there. */
import type { WebhookEvent } from './events.js';

/** What the reference says of an event. */
export interface EventText {
  readonly when: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const lead = {
  firstName: 'Ada',
  lastName: 'Ortiz',
  email: 'ada.ortiz@example.com',
  phone: '+14155550132',
};
const message = {
  messageId: 'msg_01KF3V5N8Q2W7Y4B6C9D1E0G2M',
  interactionId: 'int_01KF3V5N8Q2W7Y4B6C9D1E0G2K',
};
const file = {
  fileId: 'file_01KF3V5N8Q2W7Y4B6C9D1E0G2N',
  fileKey: 'retainer',
  fileName: 'Retainer',
  fileType: 'pdf',
  provider: 'docuseal',
};

/** The events. One without a text does not compile. */
export const eventTexts: Readonly<Record<WebhookEvent, EventText>> = {
  'lead.created': { when: 'A new lead was accepted.', data: { status: 'pending', lead } },
  'lead.qualified': { when: 'It may be sold.', data: { status: 'qualified', lead } },
  'lead.disqualified': {
    when: 'It does not meet what its campaign asks for.',
    data: { status: 'disqualified', reason: 'disqualifying_condition', lead },
  },
  'lead.duplicate': {
    when: 'The person is known already, here or to the buyer.',
    data: {
      status: 'duplicate',
      reason: 'duplicate_phone',
      ofLeadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2A',
      lead,
    },
  },
  'lead.queued': {
    when: 'It waits until a limit resets or the hours open.',
    data: {
      status: 'queued',
      reason: 'daily_limit_full',
      heldFor: 'ACMRU',
      until: '2026-03-02T05:00:00.000Z',
      lead,
    },
  },
  'lead.first_submission_action': {
    when: 'Its first-submission action has to happen first. Which fields there are depends on the action.',
    data: {
      status: 'pending_action',
      action: 'human_review',
      reason: 'New supplier',
      priority: 'high',
      lead,
    },
  },
  'lead.refused': {
    when: 'A buyer said no, and another one was found.',
    data: {
      campaignId: 'ACMRU',
      clientId: 'cli_acme',
      outcome: 'refused',
      reason: 'buyer_rejected',
      buyersAsked: 1,
      lead,
    },
  },
  'lead.delivered': {
    when: 'A buyer accepted it.',
    data: {
      status: 'delivered',
      deliveredTo: { campaignId: 'ACMRU', clientId: 'cli_acme' },
      price: 55,
      currency: 'USD',
      reference: 'B-1042',
      lead,
    },
  },
  'lead.rejected': {
    when: 'No buyer takes it: refused, or no room.',
    data: { status: 'rejected', reason: 'no_capacity', lead },
  },
  'lead.failed': {
    when: 'It could not be delivered; `status` is `failed` or `error`.',
    data: { status: 'failed', reason: 'retries_spent', lead },
  },
  'lead.returned': {
    when: 'A sold lead was given back.',
    data: { status: 'returned', reason: 'wrong_number', lead },
  },
  'sms.sent': {
    when: 'The vendor accepted a text message.',
    data: { ...message, provider: 'twilio', status: 'sent' },
  },
  'sms.failed': {
    when: 'A text message was not sent, or not delivered.',
    data: {
      ...message,
      provider: 'twilio',
      status: 'failed',
      errorCode: '30005',
      errorMessage: 'Unknown handset',
    },
  },
  'sms.received': {
    when: 'A lead wrote back. `media` and `optOut` stand there only if there are any.',
    data: {
      ...message,
      provider: 'twilio',
      from: '+14155550132',
      to: '+14155550100',
      message: 'Please call after five.',
      media: [{ url: 'https://media.example/1', contentType: 'image/jpeg' }],
      optOut: false,
    },
  },
  'interaction.recorded': {
    when: 'A call or an email thread was recorded or updated.',
    data: {
      interactionId: message.interactionId,
      externalId: 'call-9931',
      type: 'call',
      status: 'completed',
      direction: 'outbound',
      duration: 61,
      spokenTo: true,
    },
  },
  'file.updated': {
    when: 'A file has a new status, its first included.',
    data: {
      ...file,
      status: 'signed',
      statusBefore: 'pending',
      signedAt: '2026-03-01T15:04:05.000Z',
      signingUrl: 'https://sign.example/s/abc',
      lead,
    },
  },
  'pixel.fired': {
    when: 'An ad platform accepted a conversion event.',
    data: {
      platform: 'facebook',
      pixelId: '1234567890',
      eventName: 'Lead',
      eventId: 'evt_01KF3V5N8Q2W7Y4B6C9D1E0G2P',
    },
  },
  'document.requested': {
    when: 'A qualified lead is asked to sign a document.',
    data: {
      documentId: 'retainer',
      type: 'retainer',
      name: 'Retainer',
      fileKey: file.fileKey,
      provider: file.provider,
      status: 'pending',
      expiresAt: '2026-03-08T15:04:05.000Z',
      lead,
    },
  },
};
