/** What the gateway and an operator's tenant file leave in the stores, for tests that start behind them. */
import {
  leadSourceOf,
  type Campaign,
  type Client,
  type LeadRecord,
  type Offer,
  type SubmissionRecord,
  type Supplier,
} from '@sluice/contracts';
import { aCampaign, anOffer } from './resources.js';
import { nextNumber } from './unique.js';

const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
const inUse = { active: true, ...times };

/** A client that takes leads; it has no settings of its own. */
export function aStoredClient(said: Partial<Client> & Pick<Client, 'clientId'>): Client {
  return { name: said.clientId, abbrev: 'ACM', ...inUse, ...said };
}

/** An offer that is open. */
export function aStoredOffer(said: Partial<Offer> = {}): Offer {
  return { ...anOffer(), category: 'mass_tort', ...inUse, ...said };
}

/** A campaign that takes leads. */
export function aStoredCampaign(said: Partial<Campaign> = {}): Campaign {
  return { ...aCampaign(), ...inUse, ...said };
}

/** A supplier that may send leads. */
export function aStoredSupplier(said: Partial<Supplier> = {}): Supplier {
  return {
    supplierId: `sup_test${nextNumber()}`,
    name: 'North',
    status: 'active',
    reverseOnReturn: true,
    answerDetail: 'reason',
    ...times,
    ...said,
  };
}

/** A submission that was just accepted, by default of the tenant `demo`; its lead's id is derived from its own. */
export function aSubmission(said: Partial<SubmissionRecord> & { submissionId: string }): SubmissionRecord {
  const { acceptedAt = new Date() } = said;
  return {
    tenantId: 'demo',
    leadId: said.submissionId.replace('sub_', 'lead_'),
    campaignId: 'ACMRU',
    kind: 'submit',
    isTest: false,
    data: { firstName: 'Ada' },
    acceptedAt,
    first: true,
    status: 'pending',
    dueAt: new Date(acceptedAt.getTime() + 20_000),
    ...said,
  };
}

/** The same with its new lead, in the form that the stores accept. */
export function accepted(submission: SubmissionRecord): {
  readonly submission: SubmissionRecord;
  readonly newLead: { readonly lead: LeadRecord; readonly search: readonly string[] };
} {
  const { tenantId, leadId, submissionId, campaignId, data, isTest, acceptedAt } = submission;
  const times = { createdAt: acceptedAt, updatedAt: acceptedAt };
  const source = leadSourceOf(submission);
  const lead = { tenantId, leadId, campaignId, ...source, data, isTest, status: 'pending', ...times };
  return { submission, newLead: { lead: { ...lead, lastSubmissionId: submissionId }, search: [] } };
}
