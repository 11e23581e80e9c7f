/**
 * Changing many leads at once by what a pure function says of each. Every write is conditional on the lead being as it
 * was read, so that neither another update nor a submission's ending is overwritten unseen.
 */
import type { LeadRecord } from '@sluice/contracts';
import type { Collection } from 'mongodb';
import { keyOf } from './keys.js';
import { leadFrom, type LeadDocument } from './leads.js';

/** What becomes of a lead. */
export interface LeadChange {
  readonly lead: LeadRecord;
  /** The words it is found by afterwards. */
  readonly search: readonly string[];
  /** Set when a person sets the status; an ending of a submission accepted before yields to it. */
  readonly statusSetAt?: Date;
}

/** A lead before and after a change. */
export interface ChangedLead {
  readonly before: LeadRecord;
  readonly after: LeadRecord;
}

const ROUNDS = 5;

/** Updates of one tenant's leads. */
export class LeadUpdates {
  readonly #leads: Collection<LeadDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<LeadDocument>, tenantId: string) {
    this.#leads = collection;
    this.#tenantId = tenantId;
  }

  /**
   * Writes what `change` makes of each of `leadIds`; undefined leaves a lead as it is. Ids of nobody, or of another
   * tenant, are passed over. `change` is asked again about a lead that somebody else changed meanwhile.
   */
  async apply(
    leadIds: readonly string[],
    change: (lead: LeadRecord) => LeadChange | undefined,
  ): Promise<readonly ChangedLead[]> {
    const changed: ChangedLead[] = [];
    let keys = [...new Set(leadIds)].map((leadId) => keyOf(this.#tenantId, leadId));
    for (let round = 0; keys.length > 0; round += 1) {
      if (round === ROUNDS) throw new Error('leads kept changing while they were updated');
      const found = await this.#leads.find({ _id: { $in: keys } }).toArray();
      const written = await Promise.all(found.map((document) => this.#write(document, change)));
      changed.push(...written.flatMap((outcome) => (outcome.kind === 'written' ? [outcome.changed] : [])));
      keys = written.flatMap((outcome) => (outcome.kind === 'overtaken' ? [outcome.key] : []));
    }
    return changed;
  }

  async #write(
    document: LeadDocument,
    change: (lead: LeadRecord) => LeadChange | undefined,
  ): Promise<WriteOutcome> {
    const before = leadFrom(document);
    const changed = change(before);
    if (!changed) return { kind: 'as_it_was' };
    const { leadId: _leadId, ...after } = changed.lead;
    const { matchedCount } = await this.#leads.updateOne(
      { _id: document._id, updatedAt: document.updatedAt, lastSubmissionId: document.lastSubmissionId },
      {
        $set: {
          ...after,
          search: changed.search,
          ...(changed.statusSetAt && { statusSetAt: changed.statusSetAt }),
        },
      },
    );
    return matchedCount === 1
      ? { kind: 'written', changed: { before, after: changed.lead } }
      : { kind: 'overtaken', key: document._id };
  }
}

type WriteOutcome =
  | { readonly kind: 'written'; readonly changed: ChangedLead }
  | { readonly kind: 'as_it_was' }
  | { readonly kind: 'overtaken'; readonly key: string };
