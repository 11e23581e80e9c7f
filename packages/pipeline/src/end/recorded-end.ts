/** Decisions by which a submission ends, or goes on to its next buyer. */
import type { Ending, PassedOn, RecordedDecision } from '@sluice/contracts';

/** The decision that ends a submission, or its way to one buyer, and when it was made. */
export type RecordedEnd = Omit<RecordedDecision, 'decision'> & { readonly decision: Ending | PassedOn };
