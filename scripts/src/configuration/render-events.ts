/** The webhook events, each with a body. */
import { eventTexts, webhookEvents, type WebhookMessage } from '@sluice/contracts';
import { code, json, opened, table } from './markdown.js';

const ids = {
  id: 'evt_01KF3V5N8Q2W7Y4B6C9D1E0G2Q',
  timestamp: '2026-03-01T15:04:05.000Z',
  tenantId: 'demo',
  campaignId: 'ACMRU',
  leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
  submissionId: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2J',
};

/** The page. */
export function renderEvents(): string {
  return [
    opened(
      'Events',
      'Events are posted to the URL that a campaign or the tenant names ([`webhooks`](interface.md#211-webhooks)), signed in the form of Standard Webhooks; [§6](interface.md#6-events) says how, and how often a failed one is tried again. `id` is also the header `webhook-id`: it stays the same when an event is sent again.',
      'Beside what is shown here, `data` has `supplierId` and `subIds` of a lead that has them, `references` if its campaign names other systems, and `isTest: true` for a test lead. A field without a value is left out. A body has at most 20 kB: what is too large is left out, and `omitted` names it.',
    ),
    table(
      ['event', 'sent when'],
      webhookEvents.map((event) => [code(event), eventTexts[event].when]),
    ),
    ...webhookEvents.map((event) => {
      const { id, timestamp, ...about } = ids;
      const body: WebhookMessage = { id, type: event, timestamp, ...about, data: eventTexts[event].data };
      return `## ${event}\n\n${json(body)}`;
    }),
  ].join('\n');
}
