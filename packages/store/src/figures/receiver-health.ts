/**
 * How a tenant's receivers have answered lately: since when one has been failing, its latest answers, and when its
 * circuit was open. One document per receiver, of bounded size and without the text of a buyer's answer, which is
 * stored with its attempt.
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
  /** The number of the submission's attempt. */
  readonly n: number;
  /** The attempt's kind, or `unrecognised` if an operator has to read the answer. */
  readonly outcome: string;
  /** The endpoint's rules could not read the answer, whatever followed from it. */
  readonly unreadable?: true;
  readonly status?: number;
  /** Why there was no answer, in our own words. */
  readonly failure?: string;
  readonly durationMs: number;
}

/** A period during which a receiver was not called. */
export interface CircuitPeriod {
  readonly since: Date;
  readonly until: Date;
  /** The operator who opened it; absent if it opened because of failures. */
  readonly by?: string;
  readonly reason?: string;
  /** Present if only an operator ends the period; `until` then equals `since`. */
  readonly stands?: true;
}

/** A receiver as last seen. */
export interface ReceiverHealth {
  readonly tenantId: string;
  readonly receiver: string;
  /** Set while every call fails: the time of the first failure. */
  readonly failingSince?: Date;
  readonly lastGoodAt?: Date;
  readonly lastFailedAt?: Date;
  /** When it last answered with what the endpoint's rules cannot read. */
  readonly lastUnreadableAt?: Date;
  /** When its circuit closes, or last closed. */
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
/** A circuit that opens again this soon after its period counts as never having closed. */
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

  /** Records how a call ended; it is written within about a second. */
  noteAnswer(tenantId: string, receiver: string, answer: ReceiverAnswer): void {
    const pending = this.#of(tenantId, receiver);
    if (!pending) return;
    pending.answers.push(answer);
    // Of many answers in one second the latest are kept, including a good one, because that shows that the receiver
    // works.
    if (pending.answers.length > ANSWERS * 2) pending.answers = thinned(pending.answers);
  }

  /** Records that a receiver is not called until `until`. */
  noteOpen(tenantId: string, receiver: string, until: Date): void {
    const pending = this.#of(tenantId, receiver);
    if (pending && !(pending.openUntil && pending.openUntil > until)) pending.openUntil = until;
  }

  /** Starts a period during which a receiver is not called because an operator ordered it. */
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

  /** Ends the period during which a receiver is not called, whether a worker or an operator started it. */
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

  /** Writes everything recorded so far. Never rejects: data that cannot be written is lost. */
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

  /** The receivers of a tenant that were called or had an open circuit. */
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
   * Receivers of any tenant whose circuit is open, and receivers whose every call fails with the latest failure since
   * `failedSince`, latest first. Without that bound, receivers that failed once and are no longer called would hide
   * them.
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

  /** Receivers of any tenant that have answered since `since` with what their rules cannot read, latest first. */
  async unread(most: number, since: Date): Promise<readonly ReceiverHealth[]> {
    const found = await this.#receivers
      .find({ lastUnreadableAt: { $gte: since } })
      .sort({ lastUnreadableAt: -1 })
      .limit(most)
      .toArray();
    return found.map(healthFrom);
  }
}

function healthFrom({ _id, answers = [], circuit = [], ...health }: ReceiverDocument): ReceiverHealth {
  return { ...health, answers: answers.toReversed(), circuit };
}

// An answer that cannot be read shows that the receiver works.
const good: ReadonlySet<string> = new Set(['accepted', 'rejected', 'duplicate', 'unrecognised']);

function isGood({ outcome }: ReceiverAnswer): boolean {
  return good.has(outcome);
}

function thinned(answers: readonly ReceiverAnswer[]): ReceiverAnswer[] {
  const goodOne = answers.findLast(isGood);
  const latest = answers.slice(-ANSWERS);
  return goodOne && !latest.includes(goodOne) ? [goodOne, ...latest] : latest;
}

// One update pipeline, so that processes that record the same receiver at once add to each other's data.
function updateOf({ tenantId, receiver, answers, openUntil }: Pending, now: Date): readonly Document[] {
  const goodAt = answers.findLast(isGood)?.at;
  const failed = answers.filter((answer) => !isGood(answer));
  const failedAt = failed.at(-1)?.at;
  const firstFailedAt = failed.find(({ at }) => !goodAt || at > goodAt)?.at;
  const unreadableAt = answers.findLast(({ unreadable }) => unreadable)?.at;
  const latest = answers.slice(-ANSWERS);
  return [
    {
      $set: {
        tenantId: { $literal: tenantId },
        receiver: { $literal: receiver },
        ...(goodAt && { lastGoodAt: { $max: ['$lastGoodAt', goodAt] } }),
        ...(failedAt && { lastFailedAt: { $max: ['$lastFailedAt', failedAt] } }),
        ...(unreadableAt && { lastUnreadableAt: { $max: ['$lastUnreadableAt', unreadableAt] } }),
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
