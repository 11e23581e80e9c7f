import type { LeadRecord, RecordedDecision, SubmissionRecord } from '@sluice/contracts';
import { journeyText } from './journey-text.js';

const at = new Date('2026-11-21T10:00:00Z');
const about = { tenantId: 'demo', leadId: 'lead_1', campaignId: 'SELRU', data: {}, isTest: false };
const lead: LeadRecord = {
  ...about,
  status: 'delivered',
  createdAt: at,
  updatedAt: at,
  lastSubmissionId: 'sub_1',
};
const submission: SubmissionRecord = {
  ...about,
  submissionId: 'sub_1',
  kind: 'submit',
  acceptedAt: at,
  first: true,
  status: 'delivered',
};
const routed = (generation: number, campaignId: string): RecordedDecision => ({
  stage: 'routing',
  generation,
  decidedAt: at,
  decision: { kind: 'routed', campaignId, clientId: 'cli_1', reservedAt: at, trace: [] },
});
const attempt = (generation: number, kind: 'accepted' | 'rejected') => ({
  n: 1,
  generation,
  url: 'https://buyer.example',
  startedAt: at,
  leaseUntil: at,
  outcome: { kind, status: 200, endedAt: at, durationMs: 12 },
});

test('the journey of a lead names the buyer of each attempt, and what the last one pays', () => {
  const delivered: RecordedDecision = {
    stage: 'delivery',
    generation: 1,
    decidedAt: at,
    decision: {
      kind: 'delivered',
      campaignId: 'BORRU',
      clientId: 'cli_1',
      price: 45,
      currency: 'USD',
      trace: [],
    },
  };
  const text = journeyText({
    lead,
    submissions: [
      {
        submission,
        decisions: [routed(0, 'CEDRU'), routed(1, 'BORRU'), delivered],
        attempts: [attempt(0, 'rejected'), attempt(1, 'accepted')],
        effects: [],
      },
    ],
    once: [],
    messages: [],
    files: [],
  });
  expect(text).toMatch(/attempt 1 at CEDRU {2}.*: rejected 200 after 12 ms/);
  expect(text).toMatch(/attempt 1 at BORRU {2}.*: accepted 200 after 12 ms/);
  expect(text).toMatch(/delivery 1 .*: delivered BORRU for 45 USD\n/);
});
