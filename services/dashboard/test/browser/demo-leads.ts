/** A tenant with campaigns and rules, and leads that passed through them, as operators see them. */
import {
  campaignSchema,
  clientSchema,
  deliveryEndpointSchema,
  type LeadData,
  type SubmissionRecord,
} from '@sluice/contracts';
import { searchWords } from '@sluice/domain';
import { simulateLead } from '@sluice/pipeline';
import type { Stores } from '@sluice/store';
import { accepted, aSubmission, nextNumber, putItem, putTenant } from '@sluice/testing';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const when = (field: string, ...value: string[]) => ({
  subRules: [{ conditions: [{ field, operator: 'equals', value }] }],
});

/** Writes the tenant `demo` with the campaigns ACMRU, which sends Texans to TEXAS, and TEXAS. */
export async function putDemoTenant(stores: Stores): Promise<void> {
  await stores.prepare();
  await putTenant(stores.tenants, {
    tenantId: 'demo',
    name: 'Demo Leads',
    settings: { timezone: 'America/New_York' },
  });
  const of = stores.forTenant('demo');
  const client = clientSchema.parse({ clientId: 'cli_acme', name: 'Acme', abbrev: 'ACM', ...times });
  const endpoint = deliveryEndpointSchema.parse({
    deliveryEndpointId: 'ep_acme',
    url: 'https://buyer.example/leads',
  });
  await putItem(of.clients, 'cli_acme', client);
  await putItem(of.deliveryEndpoints, 'ep_acme', endpoint);
  const campaign = (campaignId: string, said: object = {}) =>
    campaignSchema.parse({
      campaignId,
      name: `Acme ${campaignId}`,
      clientId: 'cli_acme',
      offerId: 'off_roundup',
      deliveryEndpointId: 'ep_acme',
      ...times,
      ...said,
    });
  await putItem(of.campaigns, 'TEXAS', campaign('TEXAS'));
  const ruled = campaign('ACMRU', {
    disqualificationConditionals: [{ name: 'Not hurt', ...when('injury', 'no') }],
    routingRules: [{ routeName: 'Texans', ...when('state', 'TX'), routeTo: { campaignId: 'TEXAS' } }],
  });
  await putItem(of.campaigns, 'ACMRU', ruled);
}

/** A lead of ACMRU with the decisions that the stages make on it. */
export async function decidedLead(stores: Stores, data: LeadData): Promise<SubmissionRecord> {
  const submissionId = `sub_7${String(nextNumber()).padStart(25, '0')}`;
  const submission = aSubmission({ submissionId, campaignId: 'ACMRU', data });
  const { newLead } = accepted(submission);
  await stores.accept({ submission, newLead: { ...newLead, search: searchWords(data) } });
  const { decisions } = await simulateLead(stores, submission);
  const { journal } = stores.forTenant('demo');
  for (const { stage, decision } of decisions)
    await journal.record(submission, stage, 0, decision, stores.clock.now());
  return submission;
}

/** A lead of ACMRU of unknown outcome: its buyer never answered. */
export async function unknownLead(stores: Stores, data: LeadData): Promise<SubmissionRecord> {
  const submission = await decidedLead(stores, data);
  const { journal, leads, conclusions } = stores.forTenant('demo');
  const ended = { status: 'pending_action', reason: 'unknown_outcome' } as const;
  const decision = { kind: ended.status, reason: ended.reason, trace: [] } as const;
  const { leadId, submissionId } = submission;
  const at = stores.clock.now();
  await journal.record(submission, 'delivery', 0, decision, at);
  await leads.recordStatus(leadId, { ...ended, ended: true, submissionId, at });
  await conclusions.close(submissionId, { end: { ...ended, endedAt: at } });
  return submission;
}
