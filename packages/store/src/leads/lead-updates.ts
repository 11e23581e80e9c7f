/**
 * Changes many leads at once by a pure function of each lead. Every write requires that no other update or submission
 * has changed the lead since it was read.
 */
import type { LeadRecord } from '@sluice/contracts';
import type { Collection, UpdateFilter } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { keyOf } from '../driver/keys.js';
import { leadFrom, type LeadDocument } from './leads.js';
import type { ReportMarks } from '../reports/report-marks.js';

/** The new values of a lead. */
export interface LeadChange {
  readonly lead: LeadRecord;
  /** The words by which it is then found. */
  readonly search: readonly string[];
  /** Set when a person sets the status. The ending of a submission that was accepted before does not change it. */
  readonly statusSetAt?: Date;
}

/** A lead after an update. */
export interface UpdatedLead {
  readonly lead: LeadRecord;
  /** False if the lead already had these values. */
  readonly changed: boolean;
}

// Of concurrent writers one wins each round. A short random wait spreads the others out.
const ROUNDS = 50;
const APART_MS = 10;

/** Updates of one tenant's leads. */
export class LeadUpdates {
  readonly #leads: Collection<LeadDocument>;
  readonly #marks: ReportMarks;
  readonly #tenantId: string;

  constructor(collection: Collection<LeadDocument>, marks: ReportMarks, tenantId: string) {
    this.#leads = collection;
    this.#marks = marks;
    this.#tenantId = tenantId;
  }

  /**
   * Writes the result of `change` for each of `leadIds`; undefined leaves a lead unchanged. Returns every existing
   * lead; unknown ids, and those of another tenant, are skipped. `change` is called again for a lead that another
   * writer has changed meanwhile. If `change` throws before the first write, no lead is changed and its error is
   * thrown. If it throws when called again, the error thrown has that one as its cause: other leads may be changed,
   * the lead it was called for is not.
   */
  async apply(leadIds: readonly string[], change: Change): Promise<readonly UpdatedLead[]> {
    const updated: UpdatedLead[] = [];
    let keys = [...new Set(leadIds)].map((leadId) => keyOf(this.#tenantId, leadId));
    for (let round = 0; keys.length > 0; round += 1) {
      if (round === ROUNDS) throw new Error('leads kept changing while they were updated');
      if (round > 0) await pause(Math.random() * APART_MS);
      const found = await this.#leads
        .find({ _id: { $in: keys }, 'removal.as': { $ne: 'deletion' } })
        .toArray();
      const planned = plan(found, change, updated);
      const changing = planned.filter(({ changed }) => changed).map(({ document }) => document.createdAt);
      const written = await this.#marks.around(changing, () =>
        Promise.all(planned.map((each) => this.#write(each))),
      );
      updated.push(...written.flatMap((outcome) => (outcome.kind === 'settled' ? [outcome.updated] : [])));
      keys = written.flatMap((outcome) => (outcome.kind === 'overtaken' ? [outcome.key] : []));
    }
    return updated;
  }

  async #write({ document, before, changed }: Planned): Promise<WriteOutcome> {
    if (!changed) return { kind: 'settled', updated: { lead: before, changed: false } };
    const { _id, revision, lastSubmissionId } = document;
    const { matchedCount } = await this.#leads.updateOne(
      { _id, lastSubmissionId, revision: revision ?? { $exists: false } },
      updateOf(before, changed),
    );
    return matchedCount === 1
      ? { kind: 'settled', updated: { lead: changed.lead, changed: true } }
      : { kind: 'overtaken', key: document._id };
  }
}

type Change = (lead: LeadRecord) => LeadChange | undefined;

/** A lead as read, and its change. */
interface Planned {
  readonly document: LeadDocument;
  readonly before: LeadRecord;
  readonly changed: LeadChange | undefined;
}

function plan(
  found: readonly LeadDocument[],
  change: Change,
  updated: readonly UpdatedLead[],
): readonly Planned[] {
  try {
    return found.map((document) => {
      const before = leadFrom(document);
      return { document, before, changed: change(before) };
    });
  } catch (error) {
    if (!updated.some(({ changed }) => changed)) throw error;
    // The caller would take `error` itself for a sign that no lead was changed.
    throw new Error('some leads were updated before another became unable to be', { cause: error });
  }
}

// Only fields that differ are written, because a concurrent ending sets fields of its own.
function updateOf(before: LeadRecord, { lead, search, statusSetAt }: LeadChange): UpdateFilter<LeadDocument> {
  const differing = Object.entries(lead).filter(
    ([field, value]) => !isDeepStrictEqual(value, before[field as keyof LeadRecord]),
  );
  const removed = Object.keys(before).filter((field) => lead[field as keyof LeadRecord] === undefined);
  return {
    $set: { ...Object.fromEntries(differing), search, ...(statusSetAt && { statusSetAt }) },
    $inc: { revision: 1 },
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map((field) => [field, ''])) }),
  };
}

type WriteOutcome =
  | { readonly kind: 'settled'; readonly updated: UpdatedLead }
  | { readonly kind: 'overtaken'; readonly key: string };
