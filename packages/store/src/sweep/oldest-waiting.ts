/**
 * Makes the oldest leads due that wait for a count. Each lead that gives its room back asks for it, so the calls of a
 * moment about one count share one query, which most often finds that nobody waits.
 */
import { batchCalls, groupBy } from '@sluice/concurrency';
import type { Collection } from 'mongodb';
import type { SubmissionDocument } from '../submissions/submission-document.js';

/** Room in a count for leads that wait for it. */
export interface WaitedRoom {
  /** For how many leads at most. */
  readonly leads: number;
  /** Minor units that are left of its budgets; absent if it has none. */
  readonly minor?: number;
}

/** Room that is free now in a count of a tenant. */
export interface Released {
  readonly tenantId: string;
  readonly count: string;
  readonly now: Date;
  readonly room: WaitedRoom;
}

/** Creates the function. */
export function oldestMadeDue(
  submissions: Collection<SubmissionDocument>,
): (released: Released) => Promise<void> {
  return batchCalls<Released, void>(
    async (asks) => {
      const ofOneCount = ({ tenantId, count }: Released) => JSON.stringify([tenantId, count]);
      await Promise.all([...groupBy(asks, ofOneCount).values()].map((room) => makeDue(submissions, room)));
      return asks.map(() => undefined);
    },
    // Two at once would choose the same leads, and leave room free until the sweep.
    { maxInFlight: 1 },
  );
}

async function makeDue(
  submissions: Collection<SubmissionDocument>,
  released: readonly Released[],
): Promise<void> {
  const [{ tenantId, count }] = released as readonly [Released];
  const now = new Date(Math.max(...released.map((one) => one.now.getTime())));
  // Each that left room for one adds to it; one that looked saw all of it.
  const single = released.filter(({ room }) => room.leads === 1).length;
  const leads = Math.max(single, ...released.map(({ room }) => room.leads));
  // What is left was seen by each of them as a whole; the least is left now.
  const left = released.flatMap(({ room }) => room.minor ?? []);
  const minor = left.length > 0 ? Math.min(...left) : undefined;
  const tooDear = { $elemMatch: { count, minor: { $gt: minor } } };
  const chosen = {
    tenantId,
    waitsFor: count,
    dueAt: { $gt: now },
    enqueuedAt: { $exists: false },
    needs: minor === undefined ? undefined : { $not: tooDear },
  };
  const found = await submissions
    .find(chosen, { sort: { acceptedAt: 1 }, projection: { _id: 1, needs: 1 }, limit: leads })
    .toArray();
  const fitting = minor === undefined ? found : fittingTogether(found, count, minor);
  if (fitting.length === 0) return;
  await submissions.updateMany(
    { _id: { $in: fitting.map(({ _id }) => _id) }, ...chosen },
    { $set: { dueAt: now } },
  );
}

// The oldest first; one that is too dear for what those before it leave is passed over.
function fittingTogether(
  waiting: readonly Pick<SubmissionDocument, '_id' | 'needs'>[],
  count: string,
  minor: number,
): readonly Pick<SubmissionDocument, '_id'>[] {
  let left = minor;
  return waiting.filter(({ needs = [] }) => {
    const needed = needs.find((one) => one.count === count)?.minor ?? 0;
    if (needed > left) return false;
    left -= needed;
    return true;
  });
}
