/** What is stored about the removal of leads and messages. */

/** Deleted by age, or emptied of the person. */
export type RemovedAs = 'deletion' | 'erasure';

/** Marks a lead that is to go, on the lead itself. Whoever finds it completes the removal. */
export interface RemovalMark {
  readonly as: RemovedAs;
  readonly at: Date;
}

/** Records that a lead was erased, under the lead's key. */
export interface ErasureDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly at: Date;
  /** The messages that were deleted, through which what was cleared about them is still found. */
  readonly messages?: readonly string[];
}

/** What retention has deleted of a tenant, stored under the tenant. */
export interface RetentionDocument {
  readonly _id: string;
  /** How many documents of each collection were deleted in total. */
  readonly deleted?: Readonly<Record<string, number>>;
  readonly lastDeletedAt?: Date;
}
