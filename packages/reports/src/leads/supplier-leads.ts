/** The leads of one supplier, with what is needed to tell it what became of them. Nobody else's can be reached here. */
import type { LeadRecord, LedgerEntry } from '@sluice/contracts';
import type { KnownLead } from '@sluice/domain';
import { idOf, isBeingDeleted, keyOf, leadFrom, type StoreDb } from '@sluice/store';
import { LeadPages } from './lead-pages.js';

/** What narrows a page. */
export interface SupplierLeadFilter {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly subId1?: string | undefined;
}

/** A page, newest first; `nextCursor` is null on the last. */
export interface SupplierLeadPage {
  readonly leads: readonly KnownLead[];
  readonly nextCursor: string | null;
}

/** The leads of one supplier of a tenant. */
export class SupplierLeads {
  readonly #db: StoreDb;
  readonly #tenantId: string;
  readonly #supplierId: string;

  constructor(db: StoreDb, tenantId: string, supplierId: string) {
    this.#db = db;
    this.#tenantId = tenantId;
    this.#supplierId = supplierId;
  }

  /** The lead; undefined if it is another's, as if it had never been. */
  async find(leadId: string): Promise<KnownLead | undefined> {
    const lead = await this.#own(leadId);
    return lead && (await this.#known([lead]))[0];
  }

  /** A page that begins after the lead `cursor`; empty if the supplier has no such lead. */
  async page(
    { from, before, subId1 }: SupplierLeadFilter,
    limit: number,
    cursor?: string,
  ): Promise<SupplierLeadPage> {
    if (cursor !== undefined && !(await this.#own(cursor))) return { leads: [], nextCursor: null };
    const pages = new LeadPages(this.#db.collection('leads'), this.#tenantId);
    const filter = {
      supplierIds: [this.#supplierId],
      subId1,
      createdFrom: from,
      createdTo: before && new Date(before.getTime() - 1),
    };
    const { leads, nextCursor } = await pages.page(filter, limit, cursor);
    return { leads: await this.#known(leads), nextCursor };
  }

  async #own(leadId: string): Promise<LeadRecord | undefined> {
    const _id = keyOf(this.#tenantId, leadId);
    const found = await this.#db.collection('leads').findOne({ _id, supplierId: this.#supplierId });
    return found && !isBeingDeleted(found) ? leadFrom(found) : undefined;
  }

  async #known(leads: readonly LeadRecord[]): Promise<readonly KnownLead[]> {
    if (leads.length === 0) return [];
    const tenantId = this.#tenantId;
    const keys = leads.map(({ lastSubmissionId }) => keyOf(tenantId, lastSubmissionId));
    const ids = leads.map(({ leadId }) => leadId);
    const [submissions, booked] = await Promise.all([
      this.#db
        .collection('submissions')
        .find({ _id: { $in: keys } }, { projection: { status: 1, reason: 1 } })
        .toArray(),
      this.#db
        .collection('ledger')
        .find({ tenantId, leadId: { $in: ids }, type: { $in: ['cost', 'cost_reversal', 'return'] } })
        .toArray(),
    ]);
    const lastOf = new Map(submissions.map((each) => [idOf(each._id), each]));
    return leads.map((lead) => {
      const { leadId, lastSubmissionId: submissionId } = lead;
      const last = lastOf.get(submissionId);
      const ofLead = booked.filter((entry) => entry.leadId === leadId);
      return {
        lead,
        last: last && { submissionId, status: last.status, reason: last.reason },
        entries: ofLead.map(({ _id, ...entry }): LedgerEntry => ({ entryId: idOf(_id), ...entry })),
      };
    });
  }
}
