import { eventTexts, type Decision, type WebhookEvent } from '@sluice/contracts';
import { campaignOf } from '../../test/builders.js';
import { effects, ofKind } from '../../test/effects.js';

const trace = [] as const;
const until = new Date('2026-03-02T05:00:00Z');
const refused = { campaignId: 'ACMRU', clientId: 'cli_acme', outcome: 'refused', reason: 'no' } as const;
const held = {
  kind: 'held',
  reason: 'daily_limit_full',
  campaignId: 'ACMRU',
  until,
  waitsFor: [],
  trace,
} as const;
const routed = { kind: 'routed', campaignId: 'BBBRU', clientId: 'cli_b', reservedAt: until, trace } as const;
const placed = { campaignId: 'ACMRU', clientId: 'cli_acme', price: 55, currency: 'USD' } as const;
const delivered = { kind: 'delivered', ...placed, reference: 'B-1042', trace } as const;

const occasions: readonly (readonly [WebhookEvent, Decision])[] = [
  ['lead.created', { kind: 'qualified', trace }],
  ['lead.qualified', { kind: 'qualified', trace }],
  ['lead.disqualified', { kind: 'disqualified', reason: 'invalid_field', trace }],
  ['lead.duplicate', { kind: 'duplicate', reason: 'duplicate_phone', ofLeadId: 'lead_2', trace }],
  ['lead.queued', held],
  ['lead.refused', { ...routed, asked: [refused] }],
  ['lead.delivered', delivered],
  ['lead.rejected', { kind: 'rejected', reason: 'no_capacity', trace }],
  ['lead.failed', { kind: 'failed', reason: 'retries_spent', trace }],
  ['document.requested', { kind: 'qualified', trace }],
];

it.each(occasions)('the documented example of %s has the fields that are sent', (event, decision) => {
  const documents = [
    { documentId: 'd1', type: 't', name: 'n', isActive: true, autoSend: true, expiresInDays: 7 },
  ];
  const campaign = { ...campaignOf(), documents };
  const sent = ofKind('webhook', effects(decision, { campaign })).find(({ trigger }) => trigger === event);
  const data = sent?.body.message.data ?? {};
  expect(Object.keys(data).sort()).toEqual(Object.keys(eventTexts[event].data).sort());
});
