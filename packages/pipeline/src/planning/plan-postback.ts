/** The postback to a lead's supplier: planned with the end, or with the return, that it tells of. */
import type {
  Ending,
  LeadRecord,
  LedgerEntry,
  NewEffect,
  ReturnRecord,
  SubmissionRecord,
} from '@sluice/contracts';
import { endOf, isTold, postbackOf, returnOf, type PostbackLead, type ToldOf } from '@sluice/domain';
import { newId } from '@sluice/process';
import type { StoresFor } from '../core.js';

/** The postback of an end, which books `booked`; none if its supplier's tracker is not told. */
export async function postbackOfEnd(
  core: StoresFor<'forTenant'>,
  submission: SubmissionRecord,
  ending: Ending,
  booked: readonly LedgerEntry[],
): Promise<readonly NewEffect[]> {
  const told = endOf(ending);
  return told ? planned(core, submission, told, booked) : [];
}

/** The postback of an approved return, whose entries are booked. */
export async function postbackOfReturn(
  core: StoresFor<'forTenant'>,
  lead: LeadRecord,
  { submissionId, campaignId }: ReturnRecord,
): Promise<readonly NewEffect[]> {
  return planned(core, { ...lead, submissionId, campaignId }, returnOf, []);
}

async function planned(
  { stores }: StoresFor<'forTenant'>,
  lead: PostbackLead & Pick<LeadRecord, 'tenantId'>,
  told: ToldOf,
  booked: readonly LedgerEntry[],
): Promise<readonly NewEffect[]> {
  if (lead.supplierId === undefined) return [];
  const { suppliers, ledger } = stores.forTenant(lead.tenantId);
  const supplier = await suppliers.cached(lead.supplierId);
  if (!supplier || !isTold(lead, supplier, told)) return [];
  // A worker that died may have booked what this one is about to book.
  const costs = new Map(
    [...booked, ...(await ledger.costsOfLead(lead.leadId))].map((entry) => [entry.entryId, entry]),
  );
  return [postbackOf(lead, supplier, told, { costs: [...costs.values()], eventId: newId('event') })];
}
