/** A tenant's retention as stored: the slice that is being deleted, so that the next process finishes it, and totals. */
import type { RetentionKind } from '@sluice/contracts';

/** A lead as it was when it was found to be finished; deleted only while it still is so. */
export interface SeenLead {
  readonly key: string;
  readonly lastSubmissionId: string;
  readonly updatedAt: Date;
  /** Absent on a lead that never changed. */
  readonly revision?: number;
}

/** Leads that are about to be deleted, while it is not known which of them changed in the last moment. */
export interface ChosenSlice {
  readonly phase: 'choose';
  readonly leads: readonly SeenLead[];
}

/** Submissions that are being deleted with what belongs to them, and leads that are gone and leave things behind. */
export interface BegunSlice {
  readonly phase: 'delete';
  /** Keys of both. */
  readonly leads: readonly string[];
  readonly submissions: readonly string[];
  /** How many of the submissions are placed, by owner of a counter. */
  readonly placed: readonly { readonly owner: string; readonly count: number }[];
}

/** Under the tenant. */
export interface RetentionDocument {
  readonly _id: string;
  /** Counts the slices; a slice that is over leaves its number. */
  readonly n: number;
  readonly slice?: ChosenSlice | BegunSlice;
  /** How many documents of each collection were deleted in all. */
  readonly deleted?: Readonly<Record<string, number>>;
  readonly lastDeletedAt?: Date;
  /** By kind: of what is older than this, something was deleted, or was about to be. */
  readonly deletedBefore?: Readonly<Partial<Record<RetentionKind, Date>>>;
}
