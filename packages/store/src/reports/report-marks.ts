/**
 * Which hours of a tenant a report has to count again. Every writer marks the hour in which a lead came in before it
 * changes what a report counts of that lead, and once more when that is written. A mark has a number that grows and the
 * time of the database; kept rows name the number that stood there before they were counted, and hold as long as it stands.
 *
 * What a writer does between its two marks is one command of at most some seconds, or nothing if it died. So rows are kept
 * only of hours whose mark has stood for {@link SETTLED_AFTER_MS}; before that they are counted for each reader.
 *
 *     1. A writer marks the hour: number 7.
 *     2. A reader reads 7, counts the lead as it was, and keeps nothing: the mark is young.
 *     3. The writer dies. Whatever it wrote before, each reader counts, and half a minute later one keeps it, under 7.
 *
 *     1. A writer marks the hour: number 7. It is frozen.
 *     2. Half a minute later a reader counts the lead as it was, and keeps that under 7.
 *     3. The writer goes on: it writes, late, and marks the hour: number 8. What is kept under 7 holds no longer.
 *
 *     1. A reader reads 7, and counts. It is frozen.
 *     2. A writer marks: 8. It writes, and marks: 9. Another reader keeps its count under 9.
 *     3. The first one goes on. It cannot replace rows of a higher number, and under 7 its own would never hold.
 *
 * Two faults at once are left: a writer that is frozen for half a minute between its first mark and its write, and dies
 * between the write and its second mark.
 */
import type { Collection, Document } from 'mongodb';
import type { Statement } from '../driver/batched-collection.js';
import { commitOf, type WriteOne } from '../commit/commit.js';
import type { BulkWriter } from '../commit/ordered-writes.js';
import { statementPhase } from '../commit/phases.js';
import type { FailpointHook } from '../driver/failpoint-hook.js';
import { keyOf } from '../driver/keys.js';

/** The marks of a tenant's day in UTC, by its hours `00` to `23`. */
export interface ReportMarksDocument {
  readonly _id: string;
  readonly hours: Readonly<Record<string, { readonly n: number; readonly at: Date }>>;
}

/** A lead whose place in reports changes. */
export interface ReportedLead {
  readonly tenantId: string;
  /** When it came in. */
  readonly receivedAt: Date;
}

/** The mark of an hour. */
export interface Mark {
  readonly n: number;
  /** Whether nothing that was begun with it can still be on its way. */
  readonly isSettled: boolean;
}

/** Longer than any operation on the database may take. */
const SETTLED_AFTER_MS = 30_000;
const HOUR_MS = 3_600_000;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const hourOf = (at: Date) => at.toISOString().slice(11, 13);

/** The statements that mark the hours of these leads, one for each tenant and day. */
export function markStatements(leads: readonly ReportedLead[]): readonly Statement[] {
  const days = new Map<string, { readonly hours: Set<string>; readonly of: number[] }>();
  for (const [place, { tenantId, receivedAt }] of leads.entries()) {
    const _id = keyOf(tenantId, dayOf(receivedAt));
    const day = days.get(_id) ?? { hours: new Set(), of: [] };
    days.set(_id, day);
    day.hours.add(hourOf(receivedAt));
    day.of.push(place);
  }
  return [...days].map(([_id, { hours, of }]) => ({
    write: { updateOne: { filter: { _id }, update: markOf([...hours]), upsert: true } },
    of,
  }));
}

function markOf(hours: readonly string[]): Document {
  const each = (field: string, value: unknown) =>
    Object.fromEntries(hours.map((hour) => [`hours.${hour}.${field}`, value]));
  return { $inc: each('n', 1), $currentDate: each('at', true) };
}

/** Marks hours; one round trip serves concurrent calls. */
export type MarkHours = WriteOne<ReportedLead>;

export function batchedMarks(writer: BulkWriter, marks: Collection<ReportMarksDocument>): MarkHours {
  return commitOf(writer, statementPhase(marks, markStatements));
}

/** The marks of one tenant's hours. */
export class ReportMarks {
  readonly #marks: Collection<ReportMarksDocument>;
  readonly #mark: MarkHours;
  readonly #failpointHook: FailpointHook;
  readonly #tenantId: string;

  constructor(
    marks: Collection<ReportMarksDocument>,
    mark: MarkHours,
    failpointHook: FailpointHook,
    tenantId: string,
  ) {
    this.#marks = marks;
    this.#mark = mark;
    this.#failpointHook = failpointHook;
    this.#tenantId = tenantId;
  }

  /** Makes a change that concerns leads that came in at these times, between two marks of their hours. */
  async around<T>(receivedAt: readonly Date[], change: () => Promise<T>): Promise<T> {
    await this.#markAll(receivedAt);
    await this.#failpointHook('after-report-mark');
    const changed = await change();
    await this.#markAll(receivedAt);
    return changed;
  }

  /** The marks of the hours from `from` to before `before`, by the time at which the hour begins. */
  async read(from: Date, before: Date): Promise<ReadonlyMap<number, Mark>> {
    const days = this.#marks.aggregate<{
      _id: string;
      hours: { k: string; n: number; isSettled: boolean }[];
    }>([
      {
        $match: {
          _id: { $gte: keyOf(this.#tenantId, dayOf(from)), $lte: keyOf(this.#tenantId, dayOf(before)) },
        },
      },
      {
        $project: {
          hours: {
            $map: {
              input: { $objectToArray: '$hours' },
              in: {
                k: '$$this.k',
                n: '$$this.v.n',
                isSettled: { $lt: ['$$this.v.at', { $subtract: ['$$NOW', SETTLED_AFTER_MS] }] },
              },
            },
          },
        },
      },
    ]);
    const marks = new Map<number, Mark>();
    for await (const { _id, hours } of days) {
      const day = Date.parse(_id.slice(keyOf(this.#tenantId, '').length));
      for (const { k, ...mark } of hours) marks.set(day + Number(k) * HOUR_MS, mark);
    }
    return marks;
  }

  async #markAll(receivedAt: readonly Date[]): Promise<void> {
    const tenantId = this.#tenantId;
    await Promise.all(receivedAt.map((at) => this.#mark({ tenantId, receivedAt: at })));
  }
}
