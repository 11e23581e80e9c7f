/**
 * Founding a counter: it starts with the number of placements of its period, and with the names of the leads in
 * progress towards its owner, whether or not they reserved a slot there. It is founded again when leads may have been
 * routed past its limit. Nothing is granted during the founding, so only settlements reach it. A name that is settled
 * meanwhile is open again afterwards, and the audit settles it by the result of its submission.
 */
import { repeat, type Repeated } from '@sluice/batching';
import { countsFor, slotFromName, type CounterOwner } from '@sluice/contracts';
import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { notFounded, type CounterDocument, type Founded } from './counter-document.js';
import { isDuplicateKey } from './duplicate-key.js';
import type { DecisionDocument } from './journal.js';
import { idOf, keyOf } from './keys.js';
import { withForgotten, type ForgottenPlacements } from './retention/forgotten-placements.js';
import type { SubmissionDocument } from './submissions.js';

/** The collections from which a counter is founded. */
export interface CounterGrounds extends ForgottenPlacements {
  readonly counters: Collection<CounterDocument>;
  readonly submissions: Collection<SubmissionDocument>;
  readonly decisions: Collection<DecisionDocument>;
}

/** What a counter counts. */
export interface Counted {
  readonly tenantId: string;
  readonly owner: CounterOwner;
  readonly periodStart: Date | undefined;
  readonly periodEnd: Date | undefined;
}

/** The counter to found, and how. */
export interface Founding extends Founded, Counted {
  readonly key: string;
  /** Whether leads in progress may not have reserved a slot here. */
  readonly mayBePassed: boolean;
  readonly now: Date;
  /** A process that has not been seen for this long while it founds has died, or hangs, and is replaced. */
  readonly leaseMs: number;
}

const KEEP_AFTER_PERIOD_MS = 35 * 24 * 3600_000;
const READ_AT_ONCE = 1_000;
const UNKNOWN = 'unknown_outcome';

/** Founds the counter unless another process is doing so. Repeatable. */
export async function foundCounter(grounds: CounterGrounds, founding: Founding): Promise<void> {
  const by = randomUUID();
  const before = await begin(grounds.counters, founding, by);
  if (before === 'theirs') return;
  const lease = keepLease(grounds.counters, founding, by);
  try {
    await foundAs(by, grounds, founding, before);
  } finally {
    await lease.stop();
  }
}

async function foundAs(
  by: string,
  grounds: CounterGrounds,
  founding: Founding,
  before: CounterDocument | null,
): Promise<void> {
  const open = before?.open ?? [];
  const inProgress = before || founding.mayBePassed ? await routedInProgress(grounds, founding) : [];
  const apart = [...new Set([...inProgress.map(submissionOf), ...(await counting(grounds, founding, open))])];
  const confirmed = await countPlacements(grounds, founding, apart);
  const carried = { $literal: [...new Set([...open, ...inProgress])] };
  await grounds.counters.updateOne({ _id: founding.key, 'founding.by': by }, [
    {
      $set: {
        open: { $setUnion: ['$open', carried] },
        carried,
        confirmed,
        settled: [],
        foundedAt: '$founding.since',
      },
    },
    { $unset: 'founding' },
  ]);
}

// Reading many thousands of leads in progress may take longer than the lease. If the process freezes, it lapses.
function keepLease(counters: Collection<CounterDocument>, { key, leaseMs }: Founding, by: string): Repeated {
  return repeat({
    what: 'keeping the lease of a founding',
    run: () => counters.updateOne({ _id: key, 'founding.by': by }, [{ $set: { 'founding.at': '$$NOW' } }]),
    everyMs: leaseMs / 5,
    withinMs: leaseMs,
  });
}

// From here on nothing is granted until the process that started last has finished.
async function begin(
  counters: Collection<CounterDocument>,
  { tenantId, key, periodStart, periodEnd, notBefore, now, leaseMs }: Founding,
  by: string,
): Promise<CounterDocument | null | 'theirs'> {
  const expiresAt = periodEnd && new Date(periodEnd.getTime() + KEEP_AFTER_PERIOD_MS);
  const leaseOver = new Date(now.getTime() - leaseMs);
  try {
    return await counters.findOneAndUpdate(
      {
        _id: key,
        $and: [
          notFounded({ periodStart, notBefore }),
          { $or: [{ founding: { $exists: false } }, { 'founding.at': { $lt: leaseOver } }] },
        ],
      },
      [
        {
          $set: {
            tenantId,
            open: { $ifNull: ['$open', []] },
            confirmed: { $ifNull: ['$confirmed', 0] },
            ...(periodStart && { periodStart }),
            ...(periodEnd && { periodEnd }),
            ...(expiresAt && { expiresAt }),
            founding: { by, since: '$$NOW', at: '$$NOW' },
          },
        },
        { $unset: ['foundedAt', ...(periodStart ? [] : ['periodStart'])] },
      ],
      { upsert: true, returnDocument: 'before' },
    );
  } catch (error) {
    // The upsert found a counter that is already founded, or being founded.
    if (isDuplicateKey(error)) return 'theirs';
    throw error;
  }
}

/** The names of the leads that were routed to the owner in the period and have not ended. */
async function routedInProgress(
  { submissions, decisions }: CounterGrounds,
  { tenantId, owner, ...period }: Counted,
): Promise<readonly string[]> {
  const keys = [...(await unended(submissions, tenantId)).values()].flat();
  const names: string[] = [];
  for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
    const found = await decisions
      .find(
        { _id: { $in: keys.slice(start, start + READ_AT_ONCE) }, 'decision.kind': 'routed' },
        { projection: { 'decision.trace': 0 } },
      )
      .toArray();
    for (const { _id, decision } of found) {
      if (countsFor(decision, owner, period)) names.push(idOf(_id));
    }
  }
  return names;
}

// For each submission, the keys of its possible routing decisions. The index is read in both directions: an entry that
// moves in it meanwhile, as `dueAt` does, is found in one of the two.
async function unended(
  submissions: Collection<SubmissionDocument>,
  tenantId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const routingKeys = new Map<string, readonly string[]>();
  const read = async (filter: Document, sort: Document) => {
    const projection = { heldAt: 1, isTest: 1 };
    const found = submissions.find({ tenantId, ...filter }, { projection }).sort(sort);
    for await (const { _id, heldAt, isTest } of found) {
      if (!isTest) routingKeys.set(_id, routingKeysOf(_id, heldAt));
    }
  };
  const inProgress = { dueAt: { $exists: true } };
  await read(inProgress, { tenantId: 1, dueAt: 1, _id: 1 });
  await read(inProgress, { tenantId: -1, dueAt: -1, _id: -1 });
  await read({ reason: UNKNOWN }, { tenantId: 1, _id: 1 });
  return routingKeys;
}

// The routing decision of a lead that was held has the generation of its latest hold, or the next one.
function routingKeysOf(key: string, heldAt: number | undefined): readonly string[] {
  const generations = heldAt === undefined ? [0] : [heldAt, heldAt + 1];
  return generations.map((generation) => `${key}.routing.${generation}`);
}

/** Which of the submissions that hold open slots count already, or will as soon as their slot is settled. */
async function counting(
  { submissions, decisions }: CounterGrounds,
  { tenantId, owner, ...period }: Counted,
  open: readonly string[],
): Promise<readonly string[]> {
  const counted: string[] = [];
  for (let start = 0; start < open.length; start += READ_AT_ONCE) {
    const names = open.slice(start, start + READ_AT_ONCE);
    const inProgress = await submissions
      .find(
        { _id: { $in: names.map((name) => keyOf(tenantId, submissionOf(name))) }, dueAt: { $exists: true } },
        { projection: { _id: 1 } },
      )
      .toArray();
    const routings = await decisions
      .find(
        { _id: { $in: names.map((name) => keyOf(tenantId, name)) } },
        { projection: { 'decision.trace': 0 } },
      )
      .toArray();
    counted.push(
      ...inProgress.map(({ _id }) => idOf(_id)),
      ...routings.flatMap(({ _id, decision }) =>
        countsFor(decision, owner, period) ? [submissionOf(idOf(_id))] : [],
      ),
    );
  }
  return counted;
}

/**
 * Counts the owner's leads that were placed in the period, except the submissions in `apart`. A lifetime count includes
 * placements whose submissions have been deleted since; no other period lasts that long.
 */
export async function countPlacements(
  grounds: Pick<CounterGrounds, 'submissions' | 'retention' | 'forgotten'>,
  counted: Counted,
  apart: readonly string[] = [],
): Promise<number> {
  const { submissions } = grounds;
  const { tenantId, owner, periodEnd } = counted;
  const keys = apart.map((id) => keyOf(tenantId, id));
  if (periodEnd) return countThere(submissions, counted, keys);
  return withForgotten(grounds, tenantId, owner, (deleting) =>
    countThere(submissions, counted, [...new Set([...keys, ...deleting])]),
  );
}

async function countThere(
  submissions: Collection<SubmissionDocument>,
  { tenantId, owner, periodStart, periodEnd }: Counted,
  apart: readonly string[],
): Promise<number> {
  const whose =
    'campaignId' in owner
      ? { 'placement.campaignId': owner.campaignId }
      : { 'placement.clientId': owner.clientId };
  // A date range implies that the field exists; a separate existence check would read every submission.
  const period = { $gte: periodStart ?? new Date(0), ...(periodEnd && { $lt: periodEnd }) };
  const placed = { tenantId, ...whose, 'placement.at': period };
  if (apart.length === 0) return submissions.countDocuments(placed);
  // The total can be counted from the index alone, however large it is. A submission is placed once and stays placed,
  // so if the number of placed submissions in `apart` is the same before and after the count, they are the same ones.
  const countApart = () => countAmong(submissions, placed, apart);
  for (let before = await countApart(); ;) {
    const all = await submissions.countDocuments(placed);
    const after = await countApart();
    if (after === before) return all - after;
    before = after;
  }
}

async function countAmong(
  submissions: Collection<SubmissionDocument>,
  filter: Document,
  keys: readonly string[],
): Promise<number> {
  let count = 0;
  for (let start = 0; start < keys.length; start += READ_AT_ONCE) {
    const some = { _id: { $in: keys.slice(start, start + READ_AT_ONCE) } };
    count += await submissions.countDocuments({ ...some, ...filter }, { hint: { _id: 1 } });
  }
  return count;
}

function submissionOf(name: string): string {
  return slotFromName(name).submissionId;
}
