/** A submission as stored, and as the record that others see. */
import type { NeededMoney, SubmissionRecord } from '@sluice/contracts';
import type { Amount } from '../counts/count-document.js';
import { idOf, keyOf } from '../driver/keys.js';

/** A submission as stored; its key contains its ids. */
export interface SubmissionDocument extends Omit<SubmissionRecord, 'submissionId'> {
  readonly _id: string;
  /** What a held submission waits for: counts, and opening hours; absent otherwise. */
  readonly waitsFor?: readonly string[];
  /** What it needs of the budgets of counts that it waits for. */
  readonly needs?: readonly NeededMoney[];
  /** The generation of its latest hold. A late write of an earlier hold has no effect. */
  readonly heldAt?: number;
  /** The generation at which it was routed after a hold. Late writes of holds before it then have no effect. */
  readonly releasedAt?: number;
  /** Set once its lead waits for a phone call, which may take a day. */
  readonly awaitsCall?: true;
  /** When a placed submission counts, and for which campaign and client. */
  readonly placement?: Placement;
}

/** A submission, with what it waits for while it is held. */
export interface StoredSubmission extends SubmissionRecord {
  readonly waitsFor?: readonly string[];
  /** Set if it was ever held, even after its release. */
  readonly heldAt?: number;
}

/** The campaign and client that a placed submission counts for. */
export interface Placement {
  readonly campaignId: string;
  readonly clientId: string;
  /** When it was routed, which determines the periods it counts in. */
  readonly at: Date;
  /** The count of the group's member that it came by, if the members take turns. */
  readonly groupCount?: string;
  /** What it earned. */
  readonly amount?: Amount;
}

/** The record of a document. */
export function submissionFrom({ _id, ...document }: SubmissionDocument): StoredSubmission {
  return { ...document, submissionId: idOf(_id) };
}

/** The document of a newly accepted submission. */
export function submissionDocument({ submissionId, ...record }: SubmissionRecord): SubmissionDocument {
  return { _id: keyOf(record.tenantId, submissionId), ...record };
}
