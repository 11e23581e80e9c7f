/** POST /api/v1/ledger/adjustments: a person's correction of what a lead earned. */
import { createAdjustment, type LeadRecord, type LedgerEntry, type LedgerSubject } from '@sluice/contracts';
import { minorUnits } from '@sluice/domain';
import { eraseAgain, now, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/runtime';
import { referenced, refused } from '../references/refuse-missing.js';
import { shownEntry } from './shown-entry.js';

type Deps = StoresFor<'clock' | 'forTenant'>;

export const createAdjustmentRoute = defineRoute(
  createAdjustment,
  async ({ body, tenant: { tenantId, prefix }, ids }, deps: Deps) => {
    const { leads, ledger } = deps.stores.forTenant(tenantId);
    const lead = referenced('leadId', await leads.find(body.leadId));
    if (lead.isTest) throw refused('leadId', 'is a test lead, and these earn nothing');
    const minor = minorUnits(body.amount, body.currency);
    if (minor === undefined) throw refused('amount', 'is too large');
    const entry: LedgerEntry = {
      ...subjectOf(lead, await ledger.lastSale(lead.leadId)),
      entryId: ids.of('adjustment'),
      type: 'adjustment',
      minor,
      currency: body.currency,
      occurredAt: now(deps),
      note: body.note,
      by: prefix,
    };
    const booked = await ledger.book(entry);
    // The correction of an erased lead counts, but nobody's words about the person are kept.
    const { note: _note, ...wordless } = booked;
    return shownEntry((await eraseAgain(deps, lead)) ? wordless : booked);
  },
);

// An adjustment counts where the sale did, if there was one.
function subjectOf(lead: LeadRecord, sale: LedgerEntry | undefined): LedgerSubject {
  if (sale) {
    const { unpriced: _unpriced, note: _note, by: _by, reference: _reference, ...subject } = sale;
    return subject;
  }
  const { leadId, lastSubmissionId: submissionId, campaignId, clientId, offerId, createdAt } = lead;
  return {
    leadId,
    submissionId,
    campaignId,
    ...(clientId !== undefined && { clientId }),
    ...(offerId !== undefined && { offerId }),
    receivedAt: createdAt,
  };
}
