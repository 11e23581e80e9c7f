/** A tenant's retention as stored: the slice being deleted, which another process can finish, and totals. */

/** A lead as it was when found finished; it is deleted only if it has not changed since. */
export interface SeenLead {
  readonly key: string;
  readonly lastSubmissionId: string;
  readonly updatedAt: Date;
  /** Absent on a lead that never changed. */
  readonly revision?: number;
}

/** Leads that are about to be deleted, before it is known which of them have just changed. */
export interface ChosenSlice {
  readonly phase: 'choose';
  readonly leads: readonly SeenLead[];
}

/**
 * Submissions that are being deleted with everything that belongs to them, and deleted leads whose other records
 * remain.
 */
export interface BegunSlice {
  readonly phase: 'delete';
  /** Keys of leads and of submissions. */
  readonly leads: readonly string[];
  readonly submissions: readonly string[];
}

/** Stored under the tenant. */
export interface RetentionDocument {
  readonly _id: string;
  /** The number of the current or last slice. */
  readonly n: number;
  readonly slice?: ChosenSlice | BegunSlice;
  /** How many documents of each collection were deleted in total. */
  readonly deleted?: Readonly<Record<string, number>>;
  readonly lastDeletedAt?: Date;
}
