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
 * within seconds. Of many, one read of an index finds those whose due time has not changed since the last call, as it does
 * with everything that stops them; the others are read by key.
 */
export type ListAtRest = <Asked extends NamedSubmission>(
  asked: readonly Asked[],
) => Promise<readonly Asked[]>;

/** More than these are not read by key each time: seeking two thousand keys takes MongoDB 20 ms, an index 3. */
const MANY = 100;
/** How much of the index is read. Whatever is not there is read by key. */
const MOST_DUE = 5_000;

// The database filters, so that it returns little while nothing happens.
const atRest: Filter<SubmissionDocument> = {
  $or: [{ dueAt: { $not: { $lt: ON_HOLD_FROM } } }, { status: 'queued' }, { awaitsCall: true }],
};

export function createListAtRest(submissions: Collection<SubmissionDocument>): ListAtRest {
  /** When those that did not rest were due, by key. */
  let moving: ReadonlyMap<string, number> = new Map();

  /** By key, when what goes on is due of these tenants. */
  async function dueOf(tenantIds: readonly string[]): Promise<Map<string, number>> {
    const due = { tenantId: { $in: tenantIds }, dueAt: { $lt: ON_HOLD_FROM } };
    const options = { projection: { _id: 1, dueAt: 1 }, limit: MOST_DUE, batchSize: MOST_DUE + 1 };
    const found = await submissions.find(due, options).toArray();
    return new Map(found.map(({ _id, dueAt }) => [_id, dueAt?.getTime() ?? NaN]));
  }

  return async (asked) => {
    const keyed = asked.map((one) => [keyOf(one.tenantId, one.submissionId), one] as const);
    // In the order of the index, in which the database looks for them.
    const keys = [...new Set(keyed.map(([key]) => key))].sort();
    const tenantIds = [...new Set(asked.map(({ tenantId }) => tenantId))];
    const due = keys.length > MANY ? await dueOf(tenantIds) : new Map<string, number>();
    const changed = keys.filter((key) => !due.has(key) || due.get(key) !== moving.get(key));
    const resting = new Set<string>();
    if (changed.length > 0) {
      // Makes the first reply contain all of them.
      const options = { projection: { _id: 1 }, batchSize: changed.length + 1 };
      const found = await submissions.find({ _id: { $in: changed }, ...atRest }, options).toArray();
      for (const { _id } of found) resting.add(_id);
    }
    moving = new Map(keys.flatMap((key) => (resting.has(key) ? [] : [[key, due.get(key) ?? NaN]])));
    return keyed.flatMap(([key, one]) => (resting.has(key) ? [one] : []));
  };
}
