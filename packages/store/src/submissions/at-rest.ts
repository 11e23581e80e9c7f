/**
 * Which submissions have stopped moving, among those whose outcome somebody waits for, of all tenants. One of the few
 * places that read across tenants.
 */
import type { Collection, Filter } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import { ON_HOLD_FROM } from '../holds/work-on-hold.js';
import type { SubmissionDocument } from './submission-document.js';

/** Names a submission. */
export interface NamedSubmission {
  readonly tenantId: string;
  readonly submissionId: string;
}

/**
 * Returns those of `asked` that have ended, are held or on hold, or wait for a phone call: nothing more becomes of them
 * within seconds. One read of as many keys as are asked about.
 */
export type ListAtRest = <Asked extends NamedSubmission>(
  asked: readonly Asked[],
) => Promise<readonly Asked[]>;

// The database filters, so that it returns little while nothing happens.
const atRest: Filter<SubmissionDocument> = {
  $or: [{ dueAt: { $not: { $lt: ON_HOLD_FROM } } }, { status: 'queued' }, { awaitsCall: true }],
};

export function createListAtRest(submissions: Collection<SubmissionDocument>): ListAtRest {
  return async (asked) => {
    const keyed = asked.map((one) => [keyOf(one.tenantId, one.submissionId), one] as const);
    // In the order of the index, in which the database looks for them.
    const keys = [...new Set(keyed.map(([key]) => key))].sort();
    // Makes the first reply contain all of them.
    const options = { projection: { _id: 1 }, batchSize: keys.length + 1 };
    const found = await submissions.find({ _id: { $in: keys }, ...atRest }, options).toArray();
    const resting = new Set(found.map(({ _id }) => _id));
    return keyed.flatMap(([key, one]) => (resting.has(key) ? [one] : []));
  };
}
