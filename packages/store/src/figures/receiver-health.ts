/**
 * How a tenant's receivers have answered lately: since when one fails, its latest answers and when its circuit was open.
 * One document each, of bounded size and without a word of the buyer's; an answer itself is with its attempt.
 */
import type { Collection, Document } from 'mongodb';
import type { DatabaseClock } from '../clock.js';
import { keyOf, keyRange } from '../keys.js';
import { writeFigures } from './counting.js';

/** How one call ended. */
export interface ReceiverAnswer {
  readonly at: Date;
  readonly leadId: string;
  readonly submissionId: string;
  /** Which attempt of the submission it was. */
  readonly n: number;
  readonly outcome: string;
  readonly status?: number;
  /** Why there was no answer, in words of ours. */
  readonly failure?: string;
  readonly durationMs: number;
}

/** A time during which a receiver was left alone. */
export interface CircuitPeriod {
  readonly since: Date;
  readonly until: Date;
  /** The person who opened it; absent when it opened by itself. */
  readonly by?: string;
  readonly reason?: string;
  /** It goes on until a person ends it; `until` is its beginning. */
  readonly stands?: true;
}

/** A receiver as it was last seen. */
export interface ReceiverHealth {
  readonly tenantId: string;
  readonly receiver: string;
  /** Set while every call fails: when the first of them did. */
  readonly failingSince?: Date;
  readonly lastGoodAt?: Date;
  readonly lastFailedAt?: Date;
  /** Until when its circuit is open, or was open last. */
  readonly openUntil?: Date;
  /** Newest first. */
  readonly answers: readonly ReceiverAnswer[];
  /** Oldest first. */
  readonly circuit: readonly CircuitPeriod[];
}

/** A receiver as stored. */
export interface ReceiverDocument extends Omit<ReceiverHealth, 'answers' | 'circuit'> {
  readonly _id: string;
  readonly answers?: readonly ReceiverAnswer[];
  readonly circuit?: readonly CircuitPeriod[];
}

const WRITTEN_EVERY_MS = 1_000;
const ANSWERS = 20;
const PERIODS = 50;
/** A circuit that is noted again so soon after its time had never really closed. */
const SAME_PERIOD_MS = 60_000;
const MOST = 1_000;

interface Pending {
  readonly tenantId: string;
  readonly receiver: string;
  answers: ReceiverAnswer[];
  openUntil?: Date;
}

/** The receivers of an installation. */
export class ReceiverHealthStore {
  readonly #receivers: Collection<ReceiverDocument>;
  readonly #clock: Pick<DatabaseClock, 'now'>;
  #pending = new Map<string, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(collection: Collection<ReceiverDocument>, clock: Pick<DatabaseClock, 'now'>) {
    this.#receivers = collection;
    this.#clock = clock;
  }

  /** Notes how a call ended; it is written within about a second. */
  noteAnswer(tenantId: string, receiver: string, answer: ReceiverAnswer): void {
    const pending = this.#of(tenantId, receiver);
    if (!pending) return;
    pending.answers.push(answer);
    // Of many in one second the latest are kept, and a good one among them: it says that the receiver works.
    if (pending.answers.length > ANSWERS * 2) pending.answers = thinned(pending.answers);
  }

  /** Notes that a receiver is left alone until `until`. */
  noteOpen(tenantId: string, receiver: string, until: Date): void {
    const pending = this.#of(tenantId, receiver);
    if (pending && !(pending.openUntil && pending.openUntil > until)) pending.openUntil = until;
  }

  /** Begins a time during which a receiver is left alone because a person said so. */
  async beginByHand(
    tenantId: string,
    receiver: string,
    period: Pick<CircuitPeriod, 'since' | 'by' | 'reason'> & { readonly until?: Date },
  ): Promise<void> {
    await this.endCircuit(tenantId, receiver, period.since);
    const { since, until } = period;
    const opened = { ...period, ...(until ? { until } : { until: since, stands: true as const }) };
    await this.#receivers.updateOne(
      { _id: keyOf(tenantId, encodeURIComponent(receiver)) },
      {
        $set: { tenantId, receiver },
        $push: { circuit: { $each: [opened], $slice: -PERIODS } },
      },
      { upsert: true },
    );
  }

  /** Ends the time during which a receiver is left alone, whether a worker or a person began it. */
  async endCircuit(tenantId: string, receiver: string, at: Date): Promise<void> {
    const over = {
      $cond: [
        { $or: ['$$period.stands', { $gt: ['$$period.until', at] }] },
        { $mergeObjects: ['$$period', { until: at, stands: '$$REMOVE' }] },
        '$$period',
      ],
    };
    const periods = { $ifNull: ['$circuit', []] };
    await this.#receivers.updateOne({ _id: keyOf(tenantId, encodeURIComponent(receiver)) }, [
      { $set: { circuit: { $map: { input: periods, as: 'period', in: over } } } },
      { $unset: 'openUntil' },
    ]);
  }

  #of(tenantId: string, receiver: string): Pending | undefined {
    const _id = keyOf(tenantId, encodeURIComponent(receiver));
    const known = this.#pending.get(_id);
    if (known || this.#pending.size >= MOST) return known;
    const pending: Pending = { tenantId, receiver, answers: [] };
    this.#pending.set(_id, pending);
    this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_EVERY_MS).unref();
    return pending;
  }

  /** Writes what was noted so far. Never rejects: what cannot be written is lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#pending];
    this.#pending = new Map();
    await this.#writing;
    const now = this.#clock.now();
    this.#writing = writeFigures(
      this.#receivers,
      pending.map(([_id, one]) => ({
        updateOne: { filter: { _id }, update: updateOf(one, now) as Document[], upsert: true },
      })),
    ).catch(() => undefined);
    await this.#writing;
  }

  /** The receivers of a tenant that were called or left alone. */
  async of(tenantId: string): Promise<readonly ReceiverHealth[]> {
    const found = await this.#receivers.find({ _id: keyRange(keyOf(tenantId, '')) }).toArray();
    return found.map(healthFrom);
  }

  /** One receiver of a tenant. */
  async find(tenantId: string, receiver: string): Promise<ReceiverHealth | undefined> {
    const found = await this.#receivers.findOne({ _id: keyOf(tenantId, encodeURIComponent(receiver)) });
    return found ? healthFrom(found) : undefined;
  }

  /**
   * Receivers of any tenant whose circuit is open, and those of which every call fails and one did since `failedSince`, the
   * latest first: what failed once and is called no more would hide them otherwise.
   */
  async inTrouble(most: number, failedSince: Date): Promise<readonly ReceiverHealth[]> {
    const [failing, open] = await Promise.all([
      this.#receivers
        .find({ failingSince: { $exists: true }, lastFailedAt: { $gte: failedSince } })
        .sort({ lastFailedAt: -1 })
        .limit(most)
        .toArray(),
      this.#receivers
        .find({ openUntil: { $gte: this.#clock.now() } })
        .limit(most)
        .toArray(),
    ]);
    const found = new Map([...open, ...failing].map((document) => [document._id, healthFrom(document)]));
    return [...found.values()].slice(0, most);
  }
}

function healthFrom({ _id, answers = [], circuit = [], ...health }: ReceiverDocument): ReceiverHealth {
  return { ...health, answers: answers.toReversed(), circuit };
}

function isGood({ outcome }: ReceiverAnswer): boolean {
  return outcome === 'accepted' || outcome === 'rejected' || outcome === 'duplicate';
}

function thinned(answers: readonly ReceiverAnswer[]): ReceiverAnswer[] {
  const good = answers.findLast(isGood);
  const latest = answers.slice(-ANSWERS);
  return good && !latest.includes(good) ? [good, ...latest] : latest;
}

// One pipeline, so that processes which note the same receiver at once only add to each other.
function updateOf({ tenantId, receiver, answers, openUntil }: Pending, now: Date): readonly Document[] {
  const goodAt = answers.findLast(isGood)?.at;
  const failed = answers.filter((answer) => !isGood(answer));
  const failedAt = failed.at(-1)?.at;
  const firstFailedAt = failed.find(({ at }) => !goodAt || at > goodAt)?.at;
  const latest = answers.slice(-ANSWERS);
  return [
    {
      $set: {
        ...{ tenantId: { $literal: tenantId }, receiver: { $literal: receiver } },
        ...(goodAt && { lastGoodAt: { $max: ['$lastGoodAt', goodAt] } }),
        ...(failedAt && { lastFailedAt: { $max: ['$lastFailedAt', failedAt] } }),
        ...(latest.length > 0 && {
          answers: {
            $slice: [{ $concatArrays: [{ $ifNull: ['$answers', []] }, { $literal: latest }] }, -ANSWERS],
          },
        }),
        ...(openUntil && {
          circuit: circuitAfter(now, openUntil),
          openUntil: { $max: ['$openUntil', openUntil] },
        }),
      },
    },
    {
      $set: {
        failingSince: {
          $cond: [
            { $gt: ['$lastFailedAt', { $ifNull: ['$lastGoodAt', new Date(0)] }] },
            goodAt
              ? (firstFailedAt ?? '$failingSince')
              : { $ifNull: ['$failingSince', firstFailedAt ?? '$$REMOVE'] },
            '$$REMOVE',
          ],
        },
      },
    },
  ];
}

function circuitAfter(now: Date, until: Date): Document {
  const before = { $ifNull: ['$circuit', []] };
  const last = { $last: before };
  const goesOn = {
    $and: [
      { $gte: ['$$last.until', new Date(now.getTime() - SAME_PERIOD_MS)] },
      { $eq: [{ $type: '$$last.by' }, 'missing'] },
    ],
  };
  const prolonged = { since: '$$last.since', until: { $max: ['$$last.until', until] } };
  const allButLast = {
    $slice: [before, { $max: [{ $subtract: [{ $size: before }, 1] }, 0] }],
  };
  return {
    $let: {
      vars: { last },
      in: {
        $slice: [
          {
            $cond: [
              { $and: [{ $gt: [{ $size: before }, 0] }, goesOn] },
              {
                $cond: [
                  { $gt: [{ $size: before }, 1] },
                  { $concatArrays: [allButLast, [prolonged]] },
                  [prolonged],
                ],
              },
              { $concatArrays: [before, [{ since: now, until }]] },
            ],
          },
          -PERIODS,
        ],
      },
    },
  };
}
