/** What suppliers are paid: for a lead that has qualified, and for a sale; and what they give back with a return. */
import type { Decision, LedgerEntry, ReturnRecord, SubmissionRecord } from '@sluice/contracts';
import { costReversal, leadCost, leadCostId, saleCost, saleCostId } from '@sluice/domain';
import type { StoresFor } from '../core.js';
import { bookedLead } from './book-milestones.js';

type Deps = StoresFor<'forTenant'>;

/**
 * The entry of a lead that this decision lets qualify, if its supplier is paid for that; its key is the lead's, so that it
 * is booked once. A delivery that is tried again qualified before.
 */
export async function costOfLead(
  core: Deps,
  submission: SubmissionRecord,
  decision: Decision,
  at: Date,
): Promise<readonly LedgerEntry[]> {
  const { tenantId, supplierId, leadId, submissionId, isTest, retryOf } = submission;
  if (supplierId === undefined || isTest || decision.kind !== 'qualified' || retryOf !== undefined) return [];
  const { suppliers, campaigns } = core.stores.forTenant(tenantId);
  const supplier = await suppliers.cached(supplierId);
  if (supplier?.cost?.mode !== 'per_lead') return [];
  const campaign = await campaigns.cached(submission.campaignId);
  const { clientId, offerId } = campaign ?? {};
  const subject = { leadId, submissionId, clientId, offerId, ...(await bookedLead(core, submission)) };
  const entry = leadCost(supplier, submission, subject, at);
  return entry ? [entry] : [];
}

/** Books the same. Repeatable. */
export async function bookCostOfLead(
  core: Deps,
  submission: SubmissionRecord,
  decision: Decision,
  at: Date,
): Promise<void> {
  const { ledger } = core.stores.forTenant(submission.tenantId);
  for (const entry of await costOfLead(core, submission, decision, at)) await ledger.book(entry);
}

/** The entry of a sale, if its supplier is paid for that. */
export async function costOfSale(
  core: Deps,
  tenantId: string,
  sale: LedgerEntry,
): Promise<readonly LedgerEntry[]> {
  if (sale.supplierId === undefined) return [];
  const supplier = await core.stores.forTenant(tenantId).suppliers.cached(sale.supplierId);
  const entry = supplier && saleCost(supplier, sale);
  return entry ? [entry] : [];
}

/** Books what a supplier gives back of a returned lead, if its settings say so now, and returns it. Repeatable. */
export async function reverseCosts(
  core: Deps,
  tenantId: string,
  record: ReturnRecord,
  at: Date,
): Promise<readonly LedgerEntry[]> {
  const { supplierId, leadId, submissionId } = record;
  if (supplierId === undefined) return [];
  const { ledger, suppliers } = core.stores.forTenant(tenantId);
  if ((await suppliers.find(supplierId))?.reverseOnReturn !== true) return [];
  const costs = await ledger.found([leadCostId(leadId), saleCostId(submissionId)]);
  return Promise.all(costs.map((cost) => ledger.book(costReversal(cost, at))));
}
